"""The addresses that Zapier makes for steps that wait, and the calls that come to them."""

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, SimpleQueue
from secrets import token_urlsafe
from threading import Thread
from typing import Any

Body = dict[str, Any]


class Calls:
    """All addresses of one server."""

    def __init__(self, origin: str, queues: "defaultdict[str, SimpleQueue[Body]]") -> None:
        self._origin = origin
        self._queues = queues

    def new_address(self) -> str:
        """One that nobody was called at."""
        return f"{self._origin}/hooks/callback/{token_urlsafe(12)}/"

    def next(self, address: str, patience: float) -> Body | None:
        """The next call to this address; None if there is none in so many seconds."""
        try:
            return self._queues[address.removeprefix(self._origin)].get(timeout=patience)
        except Empty:
            return None


@contextmanager
def calls() -> Iterator[Calls]:
    """A server that takes them."""
    queues: defaultdict[str, SimpleQueue[Body]] = defaultdict(SimpleQueue)

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            queues[self.path].put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    Thread(target=server.serve_forever, daemon=True).start()
    yield Calls(f"http://127.0.0.1:{server.server_port}", queues)
    server.shutdown()
    server.server_close()
