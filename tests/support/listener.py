"""A caller's own server, which is told what became of an operation."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """One request; header names are in lower case."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        """Its body."""
        return dict(json.loads(self.body))


@dataclass(slots=True)
class Listener:
    """Keeps all messages. `statuses` are the answers to the next ones; afterwards all are taken."""

    port: int
    messages: list[Message] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)

    def url(self, path: str = "/") -> str:
        """An address of its."""
        return f"http://127.0.0.1:{self.port}{path}"


@contextmanager
def listening() -> Iterator[Listener]:
    """A listener on a free port; it stops afterwards."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.listener = Listener(server.server_port)  # type: ignore[attr-defined]
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.listener  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        listener: Listener = self.server.listener  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        listener.messages.append(Message(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        self.send_response(listener.statuses.pop(0) if listener.statuses else 204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""
