"""GET on /operations: one operation, its result, a list of them; and which function answers which resource."""

from collections.abc import Mapping
from typing import Any

from oncestep.application.budget import Budget
from oncestep.application.ports import Span
from oncestep.application.query import ANY, LARGEST_PAGE, Filter
from oncestep.domain.documents import LONGEST_ID
from oncestep.domain.operation import Operation
from oncestep.domain.redaction import Redaction
from oncestep.domain.states import Attention, State
from oncestep.runtime.answers import Asked, answer
from oncestep.runtime.http import Request, Response
from oncestep.runtime.parameters import (
    LONGEST_TEXT,
    a_name,
    action_name,
    idempotency_key,
    moment,
    one_of,
    require_known,
    text,
    whole_number,
)
from oncestep.runtime.reference import catalog, catalog_action, me, openapi
from oncestep.runtime.refusals import wrong_field
from oncestep.runtime.subjects import operation_of
from oncestep.runtime.verbs import Handler, dismiss, fix_forward, replay, resolve, verb
from oncestep.runtime.views import screen, view
from oncestep.runtime.wiring.sending import SendingParts

DEFAULT_PAGE = 25
MONTH = 31 * 86_400_000
LONGEST_WAIT = 25


def show(parts: SendingParts, request: Request, budget: Budget) -> Response:
    """The whole operation, always 200; `wait` seconds for it, or for its successor, to settle."""
    asked = operation_of(parts, request)
    current = _waited(parts, request, asked, budget)
    shown = current if current.operation_id == asked.operation_id else _replaced(parts, request, asked)
    whole = screen(parts, shown)
    return Response(200, whole | ({"status": current.status} if shown.state is State.SUPERSEDED else {}))


def _replaced(parts: SendingParts, request: Request, asked: Operation) -> Operation:
    """The operation as it is since its successor took its place, which may have been a moment ago."""
    return asked if asked.superseded_by else operation_of(parts, request)


def result(parts: SendingParts, request: Request, budget: Budget) -> Response:
    """Exactly what a repeat of the POST would be answered."""
    operation = operation_of(parts, request)
    answering = _waited(parts, request, operation, budget)
    asked = Asked(
        operation_id=operation.operation_id,
        idempotency_key=operation.idempotency_key,
        base_url=request.base_url,
        instance=request.instance,
        now=parts.clock.now(),
        replayed=True,
        redaction=_redaction(parts, request, answering),
    )
    return answer(parts.bodies.whole(answering), asked)


def _redaction(parts: SendingParts, request: Request, operation: Operation) -> Redaction | None:
    """Only the client whose operation it is gets the result whole, since its next step needs it."""
    return None if operation.client == request.caller.client else parts.policies.redaction(operation)


def _waited(parts: SendingParts, request: Request, operation: Operation, budget: Budget) -> Operation:
    """The operation, or its successor, after the wait that was asked for."""
    wait = min(LONGEST_WAIT, whole_number(request, "wait", 0)) * 1000
    return parts.waiting.settled(operation, wait, budget) if wait else parts.waiting.successor(operation)


def listing(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001 - one shape for all
    """One page of operations."""
    limit = max(1, min(LARGEST_PAGE, whole_number(request, "limit", DEFAULT_PAGE)))
    wanted = _filter(request)
    found = parts.query.page(
        request.caller,
        wanted._replace(span=_span(parts, request, wanted)),
        cursor=request.query.get("cursor"),
        limit=limit,
    )
    listed = [_listed(parts, operation) for operation in found.operations]
    return Response(200, {"data": listed, "cursor": found.cursor})


def _listed(parts: SendingParts, operation: Operation) -> dict[str, Any]:
    """Lists fetch no large bodies."""
    return view(operation, parts.policies.redaction(operation))


def _filter(request: Request) -> Filter:
    return Filter(
        client=a_name(request, "client"),
        state=one_of(request, "state", [*State]),
        action=action_name(request),
        attention=one_of(request, "attention", [*Attention, ANY]),
        connection=a_name(request, "connection"),
        idempotency_key=idempotency_key(request),
        correlation_id=text(request, "correlation_id", LONGEST_TEXT),
        remote_id=text(request, "remote_id", LONGEST_ID),
    )


def _span(parts: SendingParts, request: Request, wanted: Filter) -> Span:
    """Whoever asks for what waits for a person, or for one key or ID, wants all of it, however old it is.

    Raises:
        InvalidRequest: it ends before it begins.

    """
    until = moment(request, "until")
    month_ago = (parts.clock.now() if until is None else until) - MONTH
    given = moment(request, "since")
    since = given if given is not None else 0 if wanted.attention or wanted.by_name else max(0, month_ago)
    if given is not None and until is not None and until <= given:
        raise wrong_field("until", "must be later than `since`; a list begins at `since` and ends before `until`")
    return Span(since, until)


ROUTES: Mapping[tuple[str, str], Handler] = {
    ("GET", "/operations"): listing,
    ("GET", "/operations/{id}"): show,
    ("GET", "/operations/{id}/result"): result,
    ("POST", "/operations/{id}/replay"): verb(replay),
    ("POST", "/operations/{id}/dismiss"): verb(dismiss),
    ("POST", "/operations/{id}/resolve"): verb(resolve),
    ("POST", "/operations/{id}/fix-forward"): verb(fix_forward),
    ("GET", "/catalog"): catalog,
    ("GET", "/catalog/{provider}/{action}"): catalog_action,
    ("GET", "/openapi.json"): openapi,
    ("GET", "/me"): me,
}
"""API Gateway has matched the path already; what is left is to name the function."""


def route(parts: SendingParts, request: Request, budget: Budget) -> Response:
    """Answer a request by its resource.

    Raises:
        InvalidRequest: it has a query parameter that there is not.

    """
    require_known(request)
    return ROUTES[request.method, request.resource](parts, request, budget)
