"""The operators' verbs on an operation: what a person must say, and the operation as it is then."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from oncestep.application.budget import Budget
from oncestep.application.operate import Order
from oncestep.domain.documents import LONGEST_ID
from oncestep.domain.operation import Operation, StoredOutcome
from oncestep.domain.outcomes import Document
from oncestep.runtime.http import Request, Response
from oncestep.runtime.refusals import wrong_field
from oncestep.runtime.subjects import operation_of
from oncestep.runtime.views import screen
from oncestep.runtime.wiring.sending import SendingParts

LONGEST_REASON = 2_000
"""Every verb's reason stays in the operation's row."""

Handler: TypeAlias = Callable[[SendingParts, Request, Budget], Response]


class Ordered(NamedTuple):
    """What an operator wants, with the request's further fields."""

    order: Order
    body: Mapping[str, Any]


Verb: TypeAlias = Callable[[SendingParts, Ordered], Operation]


def verb(act: Verb) -> Handler:
    """The handler of a verb: whatever is refused, the answer says of which operation."""

    def handle(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001 - one shape for all
        acted = act(parts, _ordered(request, operation_of(parts, request)))
        return Response(200, screen(parts, acted))

    return handle


def _ordered(request: Request, operation: Operation) -> Ordered:
    body = request.json()
    why = body.get("reason")
    if not isinstance(why, str) or not why.strip():
        raise wrong_field("reason", "is required: say why, for whoever reads this later")
    if len(why) > LONGEST_REASON:
        raise wrong_field("reason", f"has {len(why)} characters; {LONGEST_REASON} is the most")
    return Ordered(Order(request.caller, operation, why.strip()), body)


def replay(parts: SendingParts, wanted: Ordered) -> Operation:
    """Another round."""
    return parts.operate.replay(wanted.order)


def dismiss(parts: SendingParts, wanted: Ordered) -> Operation:
    """Stop for good."""
    return parts.operate.dismiss(wanted.order)


def fix_forward(parts: SendingParts, wanted: Ordered) -> Operation:
    """A successor with changed input."""
    value = wanted.body.get("input")
    if not isinstance(value, dict):
        raise wrong_field("input", "must be an object with the action's fields, changed")
    return parts.operate.fix_forward(wanted.order, value)


def resolve(parts: SendingParts, wanted: Ordered) -> Operation:
    """A person states what happened."""
    match wanted.body.get("outcome"):
        case "confirmed":
            return parts.operate.resolve_confirmed(wanted.order, _stated(wanted.body))
        case "not_applied":
            return parts.operate.resolve_not_applied(wanted.order, seen=_seen(wanted.body))
        case _:
            raise wrong_field("outcome", "must be `confirmed` or `not_applied`")


def _seen(body: Mapping[str, Any]) -> int:
    """How many attempts the person saw: between their look and this request there may have been another."""
    seen = body.get("attempts")
    if not isinstance(seen, int) or isinstance(seen, bool):
        problem = "is required: how many attempts the operation showed when you looked at the provider"
        raise wrong_field("attempts", problem)
    return seen


def _stated(body: Mapping[str, Any]) -> StoredOutcome:
    remote_id = body.get("remote_id")
    if not isinstance(remote_id, str) or not 0 < len(remote_id) <= LONGEST_ID:
        problem = f"is required: the ID of what the provider made, at most {LONGEST_ID} characters"
        raise wrong_field("remote_id", problem)
    return StoredOutcome(200, Document.of_json(body.get("result", {"id": remote_id})), remote_id)
