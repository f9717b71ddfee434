"""Requests and responses of API Gateway's REST proxy integration, and problems as RFC 9457 wants them."""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from sys import get_int_max_str_digits
from typing import Any

from oncestep.domain.callers import Caller, Role, Scope
from oncestep.domain.errors import InvalidRequest, PayloadTooLarge, shortened
from oncestep.domain.json_text import read

LARGEST_BODY = 2 * 1024 * 1024
_OF_PYTHON = "int_max_str_digits"
"""Only Python itself names this setting; all else is said by `json_text`, in words of ours."""


@dataclass(slots=True)
class Subject:
    """What a request turns out to be about: handlers fill it in, so that each refusal and failure can tell it."""

    idempotency_key: str | None = None
    operation_id: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request. Header names are lower-case; a header that was sent twice has two values.

    A path names things of ours, which all have short names; a longer name is cut, since it names nothing and refusals
    would repeat it. A query parameter that is blank counts as absent.
    """

    method: str
    resource: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, tuple[str, ...]]
    body: bytes = field(repr=False)
    caller: Caller
    base_url: str
    instance: str
    subject: Subject = field(default_factory=Subject)

    def header(self, name: str) -> tuple[str, ...]:
        """All values of a header."""
        return self.headers.get(name, ())

    def json(self) -> dict[str, Any]:
        """The body as a JSON object.

        Raises:
            InvalidRequest: it is none.
            PayloadTooLarge: it is larger than any action takes.

        """
        if len(self.body) > LARGEST_BODY:
            raise PayloadTooLarge(f"the body has {len(self.body)} bytes; {LARGEST_BODY} is the most")
        if not self.body.strip():
            raise InvalidRequest("the body is empty; send a JSON object")
        try:
            value = read(self.body, unique_names=True)
            json.dumps(value, ensure_ascii=False).encode()  # JSON can escape half a character, which nothing can store
        except ValueError as error:
            raise InvalidRequest(f"the body is not JSON that can be taken: {_trouble(error)}") from error
        if not isinstance(value, dict):
            raise InvalidRequest('the body must be a JSON object, such as {"input": {...}, "idempotency_key": "..."}')
        return value


@dataclass(frozen=True, slots=True)
class Response:
    """One HTTP response with a JSON body."""

    status: int
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = "application/json"

    def for_gateway(self) -> dict[str, Any]:
        """As API Gateway takes it from a function."""
        return {
            "statusCode": self.status,
            "headers": {"Content-Type": self.media_type, "Cache-Control": "no-store", **self.headers},
            "body": json.dumps(self.body, separators=(",", ":")),
            "isBase64Encoded": False,
        }


def request_of(event: Mapping[str, Any], public_url: str) -> Request:
    """The request in a REST proxy event; its caller comes from the authorizer."""
    context = event["requestContext"]
    return Request(
        method=event["httpMethod"],
        resource=event["resource"],
        path={name: shortened(value) for name, value in (event.get("pathParameters") or {}).items()},
        query={name: value for name, value in (event.get("queryStringParameters") or {}).items() if value.strip()},
        headers=_headers(event),
        body=_body(event),
        caller=_caller(context["authorizer"]),
        base_url=public_url.rstrip("/") or f"https://{context['domainName']}",
        instance=context.get("path") or event["path"],
    )


def _trouble(error: ValueError) -> str:
    """What is wrong with a body. A parser's own words are for its programmers, and change with its version."""
    match error:
        case json.JSONDecodeError():
            return f"it is wrong at line {error.lineno}, column {error.colno}"
        case UnicodeDecodeError():
            return "it is not text in UTF-8"
        case UnicodeEncodeError():
            return "a text in it holds half a character, such as half an emoji"
        case _ if _OF_PYTHON in str(error):
            return f"a number in it has more than {get_int_max_str_digits()} digits"
        case _:
            return str(error)


def _headers(event: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    several = event.get("multiValueHeaders") or {name: [value] for name, value in (event.get("headers") or {}).items()}
    headers: dict[str, tuple[str, ...]] = {}
    for name, values in several.items():
        headers[name.lower()] = (*headers.get(name.lower(), ()), *values)
    return headers


def _body(event: Mapping[str, Any]) -> bytes:
    text = event.get("body") or ""
    return base64.b64decode(text) if event.get("isBase64Encoded") else text.encode()


def _caller(authorized: Mapping[str, Any]) -> Caller:
    return Caller(
        key_id=authorized["key_id"],
        client=authorized["client"],
        role=Role(authorized["role"]),
        scope=Scope(authorized["scope"]),
        allow=tuple(json.loads(authorized["allow"])),
        label=authorized["label"],
    )


def authorized_context(caller: Caller) -> dict[str, str]:
    """The caller as an authorizer's context carries it: strings only."""
    return {
        "key_id": caller.key_id,
        "client": caller.client,
        "role": caller.role,
        "scope": caller.scope,
        "allow": json.dumps(caller.allow),
        "label": caller.label,
    }
