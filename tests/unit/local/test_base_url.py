"""The API's clean address on the embedded AWS: which requests are rewritten, and that nothing else of them is."""

import asyncio
from typing import Any

import pytest

from cli.local.emulator.asgi import Message, Receive, Scope, Send
from cli.local.emulator.base_url import BaseUrl


class Emulator:
    """Takes down the scope of each request."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del receive, send
        self.scopes.append(scope)


async def receive() -> Message:
    return {"type": "http.request", "body": b""}


class Caller:
    def __init__(self) -> None:
        self.emulator = Emulator()
        self._app = BaseUrl(self.emulator)
        self.sent: list[Message] = []

    def call(self, path: str, method: str = "GET", **more: Any) -> Scope | None:  # noqa: ANN401 (a scope's)
        """Returns what reaches the emulator."""
        scope = {"type": "http", "method": method, "path": path, "headers": [], **more}
        asyncio.run(self._app(scope, receive, self._send))
        return self.emulator.scopes.pop() if self.emulator.scopes else None

    async def _send(self, message: Message) -> None:
        self.sent.append(message)


@pytest.fixture
def caller() -> Caller:
    caller = Caller()
    caller.call("/_oncestep/rest-api/abc123", method="PUT")
    return caller


def test_naming_the_api_is_answered_and_does_not_reach_the_emulator() -> None:
    caller = Caller()
    assert caller.call("/_oncestep/rest-api/abc123", method="PUT") is None
    assert caller.sent[0]["status"] == 204


def test_paths_of_the_stage_lead_to_the_api(caller: Caller) -> None:
    reached = caller.call("/v1/operations/op 1", raw_path=b"/v1/operations/op%201")
    assert reached is not None
    assert reached["path"] == "/_aws/execute-api/abc123/v1/operations/op 1"
    assert reached["raw_path"] == b"/_aws/execute-api/abc123/v1/operations/op%201"


def test_headers_and_query_stay_as_they_are(caller: Caller) -> None:
    headers = [(b"Idempotency-Key", b"a"), (b"Idempotency-Key", b"b")]
    reached = caller.call("/v1/me", headers=headers, query_string=b"a=1&a=2")
    assert reached is not None
    assert reached["headers"] == headers
    assert reached["query_string"] == b"a=1&a=2"


@pytest.mark.parametrize("path", ["/", "/v1", "/v10/x", "/000000000000/queue"])
def test_other_paths_are_the_emulators(caller: Caller, path: str) -> None:
    reached = caller.call(path)
    assert reached is not None
    assert reached["path"] == path


def test_signed_requests_are_the_emulators(caller: Caller) -> None:
    signed = [(b"authorization", b"AWS4-HMAC-SHA256 Credential=local/...")]
    reached = caller.call("/v1/apis", headers=signed)
    assert reached is not None
    assert reached["path"] == "/v1/apis"


def test_nothing_is_rewritten_before_an_api_is_named() -> None:
    reached = Caller().call("/v1/me")
    assert reached is not None
    assert reached["path"] == "/v1/me"
