"""A row in every situation that transitions tell apart, each reached by transitions themselves."""

from collections.abc import Callable, Mapping

from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import Absent, Found, LookupFailed, NotApplied, Outcome, Unknown
from oncestep.domain.resolve import Stop
from oncestep.domain.states import Attention
from oncestep.domain.transitions import (
    Asked,
    By,
    Moment,
    Policy,
    announce,
    claim_lookup,
    claim_send,
    dismiss,
    lapse,
    note,
    record_late,
    record_late_lookup,
    redrive,
    replay,
    resolve_confirmed,
    resolve_not_applied,
    settle,
    settle_lookup,
    stop,
    supersede,
    sweep,
)
from tests.support.actions import DAY, LISTED
from tests.support.fakes import START
from tests.unit.domain.rows import KEPT_CONFIRMATION, LEASE, confirmation, fresh, refusal

POLICY = Policy(LISTED, 90 * DAY)
BEFORE, NOW = Moment(START), Moment(START + 200_000)
ANN = By("Ann", "asked the shop")
NOT_APPLIED, UNKNOWN = NotApplied("http_429", 429), Unknown("timeout")
MENDING = Stop(Attention.CONNECTION, "http_401")


def sent(operation: Operation, lease_until: int = NOW.now + LEASE, at: Moment = BEFORE) -> Operation:
    return claim_send(operation, owner="sender", lease_until=lease_until, at=at)


def settled(operation: Operation, outcome: Outcome, policy: Policy = POLICY, at: Moment = BEFORE) -> Operation:
    """The owner's last attempt ended so."""
    return settle(operation, len(operation.attempts), outcome, policy=policy, at=at)


def noted(operation: Operation) -> Operation:
    announced = announce(operation, BEFORE)
    return note(announced, "message-1", round_=announced.round, announcement=announced.announcement, at=BEFORE)


def looking(operation: Operation) -> Operation:
    return claim_lookup(operation, owner="looker", lease_until=NOW.now + LEASE, at=BEFORE)


ACCEPTED = settled(sent(fresh()), NOT_APPLIED)
"""One attempt, which was not applied."""
IN_FLIGHT = sent(ACCEPTED)
OPEN = settled(IN_FLIGHT, UNKNOWN)
"""Two attempts, the second may have been applied."""
STOPPED, OPEN_STOPPED = stop(ACCEPTED, MENDING, BEFORE), stop(OPEN, MENDING, BEFORE)

SCENES: Mapping[str, Operation] = {
    "accepted": ACCEPTED,
    "stopped": STOPPED,
    "noted": noted(STOPPED),
    "in_flight": IN_FLIGHT,
    "overdue": sent(ACCEPTED, lease_until=NOW.now),
    "looking": looking(OPEN),
    "unknown": OPEN,
    "u_stopped": OPEN_STOPPED,
    "u_noted": noted(OPEN_STOPPED),
    "confirmed": settled(IN_FLIGHT, confirmation("thing-1")),
    "rejected": settled(IN_FLIGHT, refusal()),
    "dismissed": dismiss(OPEN, ANN, policy=POLICY, at=BEFORE),
    "superseded": supersede(STOPPED, ANN, successor="op_successor", policy=POLICY, at=BEFORE),
}

Move = Callable[[Operation], Operation]


def _late(outcome: Outcome) -> Move:
    return lambda row: record_late(row, len(row.attempts), outcome, policy=POLICY, at=NOW)


def _asked(row: Operation) -> Asked:
    return Asked(NOW.now, len(row.attempts))


MOVES: Mapping[str, Move] = {
    "claim_send": lambda row: sent(row, at=NOW),
    "claim_lookup": lambda row: claim_lookup(row, owner="looker", lease_until=NOW.now + LEASE, at=NOW),
    "lapse": lambda row: lapse(row, policy=POLICY, at=NOW),
    "settle_confirmed": lambda row: settled(row, confirmation("thing-1"), at=NOW),
    "settle_rejected": lambda row: settled(row, refusal(), at=NOW),
    "settle_not_applied": lambda row: settled(row, NOT_APPLIED, at=NOW),
    "settle_unknown": lambda row: settled(row, UNKNOWN, at=NOW),
    "settle_found": lambda row: settle_lookup(row, Found(confirmation("thing-1")), _asked(row), policy=POLICY, at=NOW),
    "settle_absent": lambda row: settle_lookup(row, Absent(), _asked(row), policy=POLICY, at=NOW),
    "settle_failed": lambda row: settle_lookup(row, LookupFailed("timeout"), _asked(row), policy=POLICY, at=NOW),
    "late_confirmed": _late(confirmation("thing-1")),
    "late_rejected": _late(refusal()),
    "late_not_applied": _late(NOT_APPLIED),
    "late_unknown": _late(UNKNOWN),
    "late_found": lambda row: record_late_lookup(
        row, Found(confirmation("thing-1")), _asked(row), policy=POLICY, at=NOW
    ),
    "late_absent": lambda row: record_late_lookup(row, Absent(), _asked(row), policy=POLICY, at=NOW),
    "stop": lambda row: stop(row, MENDING, NOW),
    "announce": lambda row: announce(row, NOW),
    "note": lambda row: note(row, "message-2", round_=row.round, announcement=row.announcement, at=NOW),
    "redrive": lambda row: redrive(row, round_=row.round, policy=POLICY, at=NOW),
    "sweep": lambda row: sweep(row, NOW),
    "replay": lambda row: replay(row, ANN, at=NOW),
    "dismiss": lambda row: dismiss(row, ANN, policy=POLICY, at=NOW),
    "supersede": lambda row: supersede(row, ANN, successor="op_other", policy=POLICY, at=NOW),
    "resolve_confirmed": lambda row: resolve_confirmed(row, KEPT_CONFIRMATION, ANN, policy=POLICY, at=NOW),
    "resolve_not_applied": lambda row: resolve_not_applied(row, ANN, policy=POLICY, at=NOW),
}
