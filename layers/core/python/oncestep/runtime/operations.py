"""GET and the operators' verbs on /operations: one operation, its result, a list of them."""

from collections.abc import Callable, Mapping
from typing import Any

from oncestep.application.budget import Budget
from oncestep.application.operate import Order
from oncestep.application.query import LARGEST_PAGE, Filter
from oncestep.domain.documents import LONGEST_ID
from oncestep.domain.errors import FieldError, InvalidRequest
from oncestep.domain.operation import Operation, StoredOutcome
from oncestep.domain.outcomes import Document
from oncestep.runtime.answers import Asked, answer
from oncestep.runtime.http import Request, Response
from oncestep.runtime.reference import catalog, catalog_action, me, openapi
from oncestep.runtime.views import view, whole_number
from oncestep.runtime.wiring.sending import SendingParts

DEFAULT_PAGE = 25
MONTH = 31 * 86_400_000
LONGEST_WAIT = 25
LONGEST_REASON = 2_000
"""Every verb's reason stays in the operation's row."""


def show(parts: SendingParts, request: Request, budget: Budget) -> Response:
    """The whole operation, always 200; `wait` seconds for it to settle."""
    operation = _waited(parts, request, budget)
    return Response(200, view(parts.bodies.whole(operation)))


def result(parts: SendingParts, request: Request, budget: Budget) -> Response:
    """Exactly what a repeat of the POST would be answered."""
    operation = _waited(parts, request, budget)
    asked = Asked(
        operation_id=request.path["id"],
        base_url=request.base_url,
        instance=request.instance,
        now=parts.clock.now(),
        replayed=True,
    )
    return answer(parts.bodies.whole(parts.waiting.successor(operation)), asked)


def _waited(parts: SendingParts, request: Request, budget: Budget) -> Operation:
    operation = _operation(parts, request)
    wait = min(LONGEST_WAIT, whole_number(request, "wait", 0)) * 1000
    return parts.waiting.settled(operation, wait, budget) if wait else operation


def _operation(parts: SendingParts, request: Request) -> Operation:
    return parts.query.one(request.caller, request.path["id"])


def listing(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001 - one shape for all
    """One page of operations."""
    query = request.query
    limit = max(1, min(LARGEST_PAGE, whole_number(request, "limit", DEFAULT_PAGE)))
    wanted = Filter(
        state=query.get("state"),
        action=query.get("action"),
        attention=query.get("attention"),
        since=whole_number(request, "since", _default_since(parts, request)),
    )
    page = parts.query.page(request.caller, wanted, cursor=query.get("cursor"), limit=limit)
    return Response(200, {"data": [view(operation) for operation in page.operations], "cursor": page.cursor})


def _default_since(parts: SendingParts, request: Request) -> int:
    """Who asks what waits for a person wants all of it, however long it waits."""
    return 0 if request.query.get("attention") else parts.clock.now() - MONTH


def replay(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001
    """Another round."""
    order, _ = _order(parts, request)
    return Response(200, view(parts.operate.replay(order)))


def dismiss(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001
    """Stop for good."""
    order, _ = _order(parts, request)
    return Response(200, view(parts.operate.dismiss(order)))


def fix_forward(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001
    """A successor with changed input."""
    order, body = _order(parts, request)
    if not isinstance(body.get("input"), dict):
        raise _wrong("input", "must be an object with the action's fields, changed")
    return Response(200, view(parts.operate.fix_forward(order, body["input"])))


def resolve(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001
    """A person states what happened."""
    order, body = _order(parts, request)
    match body.get("outcome"):
        case "confirmed":
            resolved = parts.operate.resolve_confirmed(order, _stated(body))
            return Response(200, view(parts.bodies.whole(resolved)))
        case "not_applied":
            return Response(200, view(parts.operate.resolve_not_applied(order, seen=_seen(body))))
        case _:
            raise _wrong("outcome", "must be `confirmed` or `not_applied`")


def _seen(body: Mapping[str, Any]) -> int:
    """How many attempts the person saw: between their look and this request there may have been another."""
    seen = body.get("attempts")
    if not isinstance(seen, int) or isinstance(seen, bool):
        raise _wrong("attempts", "is required: how many attempts the operation showed when you looked at the provider")
    return seen


def _stated(body: Mapping[str, Any]) -> StoredOutcome:
    remote_id = body.get("remote_id")
    if not isinstance(remote_id, str) or not 0 < len(remote_id) <= LONGEST_ID:
        problem = f"is required: the ID of what the provider made, at most {LONGEST_ID} characters"
        raise _wrong("remote_id", problem)
    return StoredOutcome(200, Document.of_json(body.get("result", {"id": remote_id})), remote_id)


def _order(parts: SendingParts, request: Request) -> tuple[Order, dict[str, Any]]:
    body = request.json()
    why = body.get("reason")
    if not isinstance(why, str) or not why.strip():
        raise _wrong("reason", "is required: say why, for whoever reads this later")
    if len(why) > LONGEST_REASON:
        raise _wrong("reason", f"has {len(why)} characters; {LONGEST_REASON} is the most")
    return Order(request.caller, _operation(parts, request), why.strip()), body


def _wrong(field: str, problem: str) -> InvalidRequest:
    return InvalidRequest(f"{field} {problem}", (FieldError(field, problem),))


Handler = Callable[[SendingParts, Request, Budget], Response]

ROUTES: Mapping[tuple[str, str], Handler] = {
    ("GET", "/operations"): listing,
    ("GET", "/operations/{id}"): show,
    ("GET", "/operations/{id}/result"): result,
    ("POST", "/operations/{id}/replay"): replay,
    ("POST", "/operations/{id}/dismiss"): dismiss,
    ("POST", "/operations/{id}/resolve"): resolve,
    ("POST", "/operations/{id}/fix-forward"): fix_forward,
    ("GET", "/catalog"): catalog,
    ("GET", "/catalog/{provider}/{action}"): catalog_action,
    ("GET", "/openapi.json"): openapi,
    ("GET", "/me"): me,
}
"""API Gateway has matched the path already; what is left is to name the function."""


def route(parts: SendingParts, request: Request, budget: Budget) -> Response:
    """Answer a request by its resource."""
    return ROUTES[request.method, request.resource](parts, request, budget)
