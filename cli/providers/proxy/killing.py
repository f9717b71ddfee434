"""Finding and killing the process of this machine that holds the client's end of a connection."""

import os

import psutil


class ClientProcessNotFound(Exception):
    """No other process of this machine, that we may see, holds the client's end."""


def client_process(client_port: int, our_port: int) -> psutil.Process:
    """Never our own process. Blocks while it reads all of the machine's connections."""
    # Ports alone: a client's IPv6 socket calls the same IPv4 connection by other addresses.
    wanted = (client_port, our_port)
    for connection in psutil.net_connections("tcp"):
        ports = connection.laddr[1:] + connection.raddr[1:]
        if ports == wanted and connection.pid not in (None, os.getpid()):
            return psutil.Process(connection.pid)
    raise ClientProcessNotFound(f"no other process of this machine is behind port {client_port}")
