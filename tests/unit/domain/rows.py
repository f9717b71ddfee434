"""Rows of the ledger to begin a test with."""

from dataclasses import replace

from oncestep.domain.operation import Attempt, AttemptResult, FrozenRequest, Operation, StoredOutcome
from oncestep.domain.outcomes import Confirmed, Document, Rejected
from oncestep.domain.states import State
from tests.support.fakes import START

LEASE = 27_000
"""How long a claim of these tests holds its row."""

_ORDER = Operation(
    operation_id="op_abcdefghijklmnopqrstuvwxyz",
    client="acme",
    provider="bare",
    action="order",
    idempotency_key="order-1",
    fingerprint="meant",
    input_digest="given",
    connection="default",
    account="acct-1",
    contract_version="v1",
    request=FrozenRequest("POST", "https://shop.example/things"),
    created_at=START,
    state=State.ACCEPTED,
    round_started_at=START,
    next_at=START,
    due_at=START + 60_000,
)


def fresh() -> Operation:
    """An operation that was just accepted; nothing was sent yet."""
    return _ORDER


def attempt(
    number: int = 1,
    result: AttemptResult = AttemptResult.OPEN,
    *,
    started_at: int = START,
    round_: int = 1,
    remote_id: str | None = None,
) -> Attempt:
    """An attempt that has ended with its lease."""
    return Attempt(number, round_, started_at, started_at + LEASE, result, remote_id=remote_id)


def attempted(*results: AttemptResult, state: State = State.UNKNOWN) -> Operation:
    """An operation whose attempts, a minute apart, had these results."""
    attempts = tuple(
        attempt(number, result, started_at=START + 60_000 * (number - 1)) for number, result in enumerate(results, 1)
    )
    return replace(_ORDER, state=state, attempts=attempts)


def confirmation(remote_id: str | None = "thing-1") -> Confirmed:
    """The provider made the thing."""
    return Confirmed(201, Document.of(b"{}", "application/json"), remote_id)


def refusal(message: str = "no such book") -> Rejected:
    """The provider refused the request itself."""
    return Rejected(422, Document.of(b"{}", "application/json"), "invalid", message)


KEPT_CONFIRMATION = StoredOutcome(201, confirmation().document, "thing-1")
"""That confirmation as a row keeps it."""
