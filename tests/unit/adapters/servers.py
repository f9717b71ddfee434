"""Small servers on 127.0.0.1, whose one thread does with each connection what a test says."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeAlias

Script: TypeAlias = Callable[[socket.socket, bytes], None]
"""What happens on a connection, given the request that was read from it."""

PATIENCE = 10.0


@dataclass(slots=True)
class Server:
    """A listening port, and the requests that came, byte for byte."""

    port: int
    requests: list[bytes] = field(default_factory=list)
    connections: int = 0


@contextmanager
def serving(script: Script, tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Serve one connection after the other."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(listener.getsockname()[1])
        thread = threading.Thread(target=_serve, args=(listener, server, script, tls))
        thread.start()
        try:
            yield server
        finally:
            listener.shutdown(socket.SHUT_RDWR)  # wakes the thread up
            thread.join()


def _serve(listener: socket.socket, server: Server, script: Script, tls: ssl.SSLContext | None) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            server.connections += 1
            connection.settimeout(PATIENCE)
            with connection, suppress(OSError):
                _handle(connection, server, script, tls)


def _handle(connection: socket.socket, server: Server, script: Script, tls: ssl.SSLContext | None) -> None:
    with tls.wrap_socket(connection, server_side=True) if tls else connection as stream:
        request = read_request(stream)
        if request:
            server.requests.append(request)
            script(stream, request)


def read_request(stream: socket.socket) -> bytes:
    """One request with the body that its Content-Length announces; empty when the client went away."""
    received = b""
    while not _is_whole(received):
        chunk = stream.recv(65536)
        if not chunk:
            return b""
        received += chunk
    return received


def _is_whole(received: bytes) -> bool:
    head, end, body = received.partition(b"\r\n\r\n")
    lengths = [line.partition(b":")[2] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")]
    return bool(end) and len(body) >= int(lengths[0] if lengths else 0)


def answering(*parts: bytes) -> Script:
    """Send these bytes and hang up."""

    def script(stream: socket.socket, _: bytes) -> None:
        for part in parts:
            stream.sendall(part)

    return script


def http(body: bytes = b"", status: str = "200 OK", *headers: str) -> bytes:
    """An answer with its length."""
    lines = (f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers)
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
