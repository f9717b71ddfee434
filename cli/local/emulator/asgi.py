"""The few ASGI pieces that the wrapper needs: types, whole bodies, answers, and calls within the process."""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Message: TypeAlias = MutableMapping[str, Any]
Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: bytes
    headers: Mapping[str, str]


def header(scope: Scope, name: str) -> str:
    """The first header of that (lower-case) name, or nothing."""
    for key, value in scope.get("headers", ()):
        if key.lower() == name.encode():
            return bytes(value).decode("latin-1")
    return ""


async def read_body(receive: Receive) -> bytes:
    chunks = []
    more = True
    while more:
        message = await receive()
        chunks.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(chunks)


async def send_answer(send: Send, answer: Answer) -> None:
    headers = [(name.encode(), value.encode()) for name, value in answer.headers.items()]
    headers.append((b"content-length", str(len(answer.body)).encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})


async def post(app: App, headers: Mapping[str, str], document: object) -> Answer:
    """Posts JSON to an ASGI application within this process."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": json.dumps(document).encode(), "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(_post_scope(headers), receive, send)
    body = b"".join(message.get("body", b"") for message in sent)
    return Answer(status=sent[0]["status"], body=body, headers={})


def _post_scope(headers: Mapping[str, str]) -> Scope:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 0),
    }
