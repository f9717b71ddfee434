"""Runs the requests of a component: conditions, repetitions, error types, temporary values and output."""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from tests.platforms.make.app import Request
from tests.platforms.make.iml import Context, evaluate


@dataclass(frozen=True, slots=True)
class Failure(Exception):
    """What Make ends a module with: its error type and what the builder reads."""

    type: str
    message: str


class Runner:
    """Runs one component; `context` has the parameters and the connection."""

    def __init__(self, client: httpx.Client, context: Context) -> None:
        self._client = client
        self._context: dict[str, Any] = {**context, "temp": {}}

    def run(self, requests: Sequence[Request]) -> Any:  # noqa: ANN401 - any JSON
        """The output of the last request.

        Raises:
            Failure: one of them failed.

        """
        output: Any = None
        for request in requests:
            output = self._request(request)
        return output

    def _request(self, request: Request) -> Any:  # noqa: ANN401 - any JSON
        condition = request.get("condition", {"condition": True})
        if not self._value(condition["condition"]):
            return self._value(condition["default"])
        context = self._exchange(request)
        repeat = request.get("repeat", {"condition": False, "limit": 0})
        for _ in range(repeat["limit"]):
            if not evaluate(repeat["condition"], context):
                break
            time.sleep(repeat["delay"] / 1000)
            context = self._exchange(request)
        return self._taken(request["response"], context)

    def _taken(self, response: Request, context: Context) -> Any:  # noqa: ANN401 - any JSON
        valid = response.get("valid", {"condition": True})
        if not evaluate(valid["condition"], context):
            raise Failure(valid["type"], evaluate(valid["message"], context))
        self._context["temp"].update(evaluate(response.get("temp", {}), context))
        if "iterate" not in response:
            return evaluate(response.get("output", response.get("metadata", "{{body}}")), context)
        items = evaluate(response["iterate"], context)[: response.get("limit")]
        return [evaluate(response["output"], {**context, "item": item}) for item in items]

    def _exchange(self, request: Request) -> Context:
        answer = self._send(request)
        body = _body(request["response"]["type"], answer)
        context = {**self._context, "statusCode": answer.status_code, "body": body}
        if answer.is_error:
            raise _failure(request["response"]["error"], context)
        return context

    def _send(self, request: Request) -> httpx.Response:
        url = self._value(request["url"])
        try:
            return self._client.request(
                request["method"],
                self._value(request["baseUrl"]) + url if url.startswith("/") else url,
                params=self._value(request.get("qs", {})),
                headers=self._value(request.get("headers", {})),
                json=self._value(request["body"]) if "body" in request else None,
                timeout=request.get("timeout", 40_000) / 1000,
            )
        except httpx.TimeoutException as error:
            raise Failure("ModuleTimeoutError", str(error)) from error
        except httpx.TransportError as error:
            raise Failure("ConnectionError", str(error)) from error

    def _value(self, template: Any) -> Any:  # noqa: ANN401 - any JSON
        return evaluate(template, self._context)


def _failure(error: Request, context: Context) -> Failure:
    block = error.get(str(context["statusCode"]), error)
    return Failure(block["type"], evaluate(block["message"], context))


def _body(types: Request, answer: httpx.Response) -> Any:  # noqa: ANN401 - any JSON
    """The body as the first type that covers the status reads it; `automatic` goes by the media type."""
    kind = next(kind for statuses, kind in types.items() if _covers(statuses, answer.status_code))
    media_type = answer.headers.get("Content-Type", "")
    return answer.json() if kind == "json" or re.match(r"application/json\b", media_type) else answer.text


def _covers(statuses: str, status: int) -> bool:
    first, _, last = statuses.partition("-")
    return statuses == "*" or int(first) <= status <= int(last or first)
