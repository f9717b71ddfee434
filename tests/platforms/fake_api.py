"""An Oncestep that answers as it is told to, and remembers what it was asked."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

OPERATION = "op_aaaaaaaaaaaaaaaaaaaaaaaaaa"
DONE = {"operation_id": OPERATION, "status": "succeeded", "result": {"id": "adj_1"}}
PROCESSING = {"operation_id": OPERATION, "status": "processing", "state": "accepted"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One request."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer."""

    status: int
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class FakeApi:
    """`answers` are given in turn, the last one again and again."""

    url: str
    answers: list[Answer] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    def will(self, *answers: Answer) -> None:
        """Answer like this."""
        self.answers[:] = answers

    def next(self) -> Answer:
        """The answer whose turn it is."""
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def problem(status: int, detail: str = "that is how it is", **more: object) -> Answer:
    """A refusal as Oncestep words it."""
    body = {"type": f"urn:oncestep:problem:{status}", "title": "No", "status": status, "detail": detail, **more}
    return Answer(status, body, {"Content-Type": "application/problem+json"})


def done() -> Answer:
    """It happened."""
    return Answer(200, DONE)


def processing(retry_after: int) -> Answer:
    """It is still going on; the address to poll is one where no key should ever be sent."""
    return Answer(202, PROCESSING, {"Retry-After": str(retry_after), "Location": "https://elsewhere.example/result"})


@contextmanager
def fake_api() -> Iterator[FakeApi]:
    """One that listens."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    api = FakeApi(f"http://127.0.0.1:{server.server_port}")
    server.RequestHandlerClass = _handler(api)
    Thread(target=server.serve_forever, daemon=True).start()
    yield api
    server.shutdown()
    server.server_close()


def _handler(api: FakeApi) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(None)

        def do_POST(self) -> None:
            self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def _answer(self, body: object) -> None:
            api.asked.append(Asked(self.command, self.path, dict(self.headers), body))
            answer = api.next()
            content = json.dumps(answer.body).encode()
            self.send_response(answer.status)
            for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    return Handler
