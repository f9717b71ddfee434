"""Free ports on the loopback address."""

import socket

LOOPBACK = "127.0.0.1"


def free_port(preferred: int = 0) -> int:
    """The preferred port if nobody has it, else any free one."""
    try:
        return _bound(preferred)
    except OSError:
        return _bound(0)


def free_ports(count: int) -> list[int]:
    """Distinct free ports: all are held until the last is found."""
    sockets = [socket.create_server((LOOPBACK, 0)) for _ in range(count)]
    ports = [held.getsockname()[1] for held in sockets]
    for held in sockets:
        held.close()
    return ports


def _bound(port: int) -> int:
    with socket.create_server((LOOPBACK, port)) as probe:
        return int(probe.getsockname()[1])
