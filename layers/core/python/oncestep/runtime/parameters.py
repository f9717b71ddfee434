"""Query parameters: which there are, and how each is read. What is no such thing is refused with what is."""

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta

from oncestep.domain import idempotency_key as keys
from oncestep.domain.errors import FieldError, InvalidKey
from oncestep.runtime.http import Request
from oncestep.runtime.refusals import invalid_request, wrong_field

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "/operations": (
        "client",
        "state",
        "action",
        "attention",
        "connection",
        "idempotency_key",
        "correlation_id",
        "remote_id",
        "since",
        "until",
        "limit",
        "cursor",
    ),
    "/operations/{id}": ("wait",),
    "/operations/{id}/result": ("wait",),
    "/catalog": ("provider",),
    "/openapi.json": ("provider",),
}
"""By resource; every other resource has none. A test compares them with what the OpenAPI document says."""

LONGEST_TEXT = 255

_WHOLE = re.compile(r"[0-9]{1,15}")
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_ACTION = re.compile(r"[^.\s]{1,100}\.[^.\s]{1,100}")
_HALF = re.compile("[\ud800-\udfff]")
_RFC_3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[-+ ][0-9]{2}:[0-9]{2})", re.IGNORECASE
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_REPEATED = 20


def whole_number(request: Request, name: str, default: int) -> int:
    """A query parameter that is a whole number.

    Raises:
        InvalidRequest: it is none.

    """
    given = request.query.get(name)
    if given is None:
        return default
    if not _WHOLE.fullmatch(given):
        raise wrong_field(name, f"must be a whole number, not {given[:_REPEATED]!r}")
    return int(given)


def one_of(request: Request, name: str, values: Collection[str]) -> str | None:
    """A query parameter that is one of these, or None when it was not given.

    Raises:
        InvalidRequest: it is none of them.

    """
    given = request.query.get(name)
    if given is not None and given not in values:
        raise wrong_field(name, f"must be one of {', '.join(values)}, not {given[:_REPEATED]!r}")
    return given


def a_name(request: Request, name: str) -> str | None:
    """A query parameter that names a client or a connection, or None when it was not given.

    Raises:
        InvalidRequest: nothing has such a name.

    """
    given = request.query.get(name)
    if given is not None and not _NAME.fullmatch(given):
        raise wrong_field(name, f"must be the name of a {name}: letters, digits, `_`, `.` and `-`, 64 at most")
    return given


def action_name(request: Request) -> str | None:
    """The action that is asked for, or None when it was not given.

    Raises:
        InvalidRequest: it is not `provider.action`.

    """
    given = request.query.get("action")
    if given is not None and not _ACTION.fullmatch(given):
        raise wrong_field("action", f"must be a provider and an action, such as mail.send, not {given[:_REPEATED]!r}")
    return given


def text(request: Request, name: str, longest: int) -> str | None:
    """A query parameter that is any text, or None when it was not given.

    Raises:
        InvalidRequest: it is too long, or no text that can be stored.

    """
    given = request.query.get(name)
    if given is not None and len(given) > longest:
        raise wrong_field(name, f"has {len(given)} characters; {longest} is the most")
    if given is not None and _HALF.search(given):
        raise wrong_field(name, "holds half a character, such as half an emoji")
    return given


def idempotency_key(request: Request) -> str | None:
    """The idempotency key that is asked for, in the form in which keys are kept, or None when it was not given.

    Raises:
        InvalidRequest: it is no key.

    """
    given = request.query.get("idempotency_key")
    try:
        return None if given is None else keys.idempotency_key(headers=(), field=given)
    except InvalidKey as error:
        raise wrong_field("idempotency_key", f"is not a key that an operation can have: {error}") from error


def moment(request: Request, name: str) -> int | None:
    """A query parameter that is a time, in epoch milliseconds, or None when it was not given.

    It may be epoch milliseconds, or RFC 3339 with a zone. In a query a bare `+` means a blank, so a blank before the
    offset is taken as the plus that it was.

    Raises:
        InvalidRequest: it is neither.

    """
    given = request.query.get(name)
    if given is None or _WHOLE.fullmatch(given):
        return None if given is None else int(given)
    try:
        parsed = datetime.fromisoformat(given.upper().replace(" ", "+")) if _RFC_3339.fullmatch(given) else None
    except ValueError:
        parsed = None
    if parsed is None:
        raise wrong_field(
            name,
            f"must be a time with a zone, such as 2026-12-24T18:00:00Z, or milliseconds since 1970, "
            f"not {given[:_REPEATED]!r}",
        )
    return max(0, (parsed - _EPOCH) // _MILLISECOND)


def require_known(request: Request) -> None:
    """Refuse parameters that the resource does not have: a misspelt filter would show everything.

    Raises:
        InvalidRequest: naming every one, and those that there are.

    """
    known = parameters_of(request.resource)
    there = f"there {'are' if len(known) > 1 else 'is'} {', '.join(known)}" if known else "it takes none"
    problem = f"is not a query parameter of {request.method} {request.resource}; {there}"
    unknown = [FieldError(name, problem) for name in request.query if name not in known]
    if unknown:
        raise invalid_request(unknown)


def parameters_of(resource: str) -> tuple[str, ...]:
    """The query parameters of a resource."""
    return PARAMETERS.get(resource, ())
