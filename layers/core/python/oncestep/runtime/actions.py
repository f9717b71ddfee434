"""POST /actions/{provider}/{action}: what a call says, field by field, and its answer."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from oncestep.application.budget import Budget
from oncestep.application.calls import DEFAULT_CONNECTION, ActionRequest
from oncestep.domain.api_keys import holds_api_key
from oncestep.domain.errors import FieldError, InvalidKey
from oncestep.runtime.answers import Asked, answer
from oncestep.runtime.call_keys import header_key, key_of
from oncestep.runtime.callback_urls import callback_problems
from oncestep.runtime.http import Request, Response
from oncestep.runtime.parameters import require_known
from oncestep.runtime.refusals import invalid_request
from oncestep.runtime.wiring.sending import SendingParts

FIELDS = {
    "input",
    "connection",
    "idempotency_key",
    "correlation_id",
    "source_event",
    "callback_url",
}
LONGEST_WAIT = 25
LONGEST_TEXT = 255
SECONDS = re.compile(r"[0-9]{1,9}")
CONNECTION = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class Preferences(NamedTuple):
    """What a `Prefer` header asks for (RFC 7240); `wait` in milliseconds."""

    wait: int | None = None
    respond_async: bool = False
    strict: bool = False


def post_action(parts: SendingParts, request: Request, budget: Budget) -> Response:
    """Run an action once."""
    require_known(request)
    preferences = preferences_of(request)
    call = _call(request, preferences, allow_loopback=parts.settings.allow_loopback)
    reply = parts.accept(request.caller, call, budget)
    asked = Asked(
        operation_id=reply.operation_id,
        idempotency_key=call.idempotency_key,
        base_url=request.base_url,
        instance=request.instance,
        now=parts.clock.now(),
        replayed=reply.replayed,
        strict=preferences.strict,
    )
    return answer(parts.bodies.whole(reply.operation), asked)


def preferences_of(request: Request) -> Preferences:
    """The caller's preferences; as the RFC wants, what is not understood is ignored."""
    wanted = {
        name.strip().lower(): value.strip().strip('"')
        for header in request.header("prefer")
        for name, _, value in (item.partition("=") for item in re.split("[,;]", header))
    }
    wait = wanted.get("wait", "")
    return Preferences(
        wait=min(LONGEST_WAIT, int(wait)) * 1000 if SECONDS.fullmatch(wait) else None,
        respond_async="respond-async" in wanted,
        strict=wanted.get("handling") == "strict",
    )


def _call(request: Request, preferences: Preferences, *, allow_loopback: bool) -> ActionRequest:
    request.subject.idempotency_key = header_key(request)  # said by the header even if the body cannot be read
    body = request.json()
    return ActionRequest(
        provider=request.path["provider"],
        action=request.path["action"],
        idempotency_key=_checked_key(request, body, allow_loopback=allow_loopback),
        input=body.get("input", {}),
        wait=preferences.wait,
        connection=body.get("connection") or DEFAULT_CONNECTION,
        respond_async=preferences.respond_async,
        correlation_id=body.get("correlation_id"),
        source_event=body.get("source_event"),
        callback_url=body.get("callback_url") or None,
    )


def _checked_key(request: Request, body: Mapping[str, Any], *, allow_loopback: bool) -> str:
    """The key of a call whose envelope is right; what is wrong with both is told together."""
    problems = list(_problems(body, allow_loopback=allow_loopback))
    request.subject.idempotency_key = None
    try:
        key = request.subject.idempotency_key = key_of(request, body)
    except InvalidKey as error:
        if not problems:
            raise
        raise invalid_request([*error.fields, *problems]) from error
    if problems:
        raise invalid_request(problems)
    return key


def _problems(body: Mapping[str, Any], *, allow_loopback: bool) -> Iterator[FieldError]:
    """Every wrong field of the envelope but the key; those that there are not come last, for there may be many."""
    if not isinstance(body.get("input", {}), dict):
        yield FieldError("input", "must be an object with the action's fields")
    for name in ("correlation_id", "source_event"):
        yield from _text_problems(name, body.get(name))
    connection = body.get("connection")
    if connection and not (isinstance(connection, str) and CONNECTION.fullmatch(connection)):
        yield FieldError("connection", "must be the name of a connection: letters, digits, `_`, `.`, `-`")
    if body.get("callback_url"):
        yield from callback_problems(body["callback_url"], allow_loopback=allow_loopback)
    unknown = f"is not a field of a call; there are {', '.join(sorted(FIELDS))}"
    yield from (FieldError(name, unknown) for name in body if name not in FIELDS)


def _text_problems(name: str, value: object) -> list[FieldError]:
    if isinstance(value, str) and holds_api_key(value):
        return [FieldError(name, "holds an API key of Oncestep, which is a secret; send something else here")]
    if value is None or (isinstance(value, str) and len(value) <= LONGEST_TEXT):
        return []
    return [FieldError(name, f"must be text of at most {LONGEST_TEXT} characters")]
