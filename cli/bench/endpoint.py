"""AWS and the mail service in one small server: every write is taken, every message is sent, nothing is remembered."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from cli.bench.scene import secret


@contextmanager
def endpoint() -> Iterator[str]:
    """Its URL; it stops afterwards."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer by the AWS operation; what is none is a message for the mail service."""
        self.rfile.read(int(self.headers["Content-Length"]))
        content = json.dumps(self._answer(self.headers.get("X-Amz-Target", ""))).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _answer(self, target: str) -> dict[str, Any]:
        if target.startswith("DynamoDB"):
            return {}
        if target.startswith("secretsmanager"):
            return {"SecretString": secret(f"http://{self.headers['Host']}")}
        return {"id": "msg_1"}

    def log_message(self, *_: object) -> None:
        """Nothing: standard error is for what goes wrong."""
