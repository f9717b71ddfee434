"""A request and an answer as they pass through the proxy, read to the end and otherwise untouched."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

Headers = tuple[tuple[str, str], ...]

# RFC 9110, 7.6.1: these speak of one connection. Host and length are written anew for the next one.
HOP_BY_HOP = frozenset(
    {
        "connection",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


@dataclass(frozen=True, slots=True)
class Received:
    """`target` is path and query exactly as they were sent."""

    method: str
    target: str
    headers: Headers
    body: bytes

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    def contains(self, text: str) -> bool:
        return text in self.text() or any(text in f"{name}: {value}" for name, value in self.headers)

    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Headers
    body: bytes


def json_answer(status: int, document: Mapping[str, object]) -> Answer:
    return Answer(status, (("Content-Type", "application/json"),), json.dumps(document).encode())


def end_to_end(headers: Headers) -> Headers:
    return tuple((name, value) for name, value in headers if name.lower() not in HOP_BY_HOP)
