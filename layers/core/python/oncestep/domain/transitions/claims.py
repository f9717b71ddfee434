"""How an operation gets an owner, and how a lease that ran out takes it away again."""

from dataclasses import replace

from oncestep.domain.evidence import join
from oncestep.domain.operation import Attempt, EntryKind, Operation, Purpose
from oncestep.domain.states import State
from oncestep.domain.transitions.rows import (
    GRACE,
    Moment,
    NotThatWay,
    Policy,
    closed,
    moved,
    require_free,
    with_entry,
)


def claim_send(operation: Operation, *, owner: str, lease_until: int, at: Moment) -> Operation:
    """In flight, with one more attempt that may have been applied from now on."""
    require_free(operation)
    attempt = Attempt(
        number=len(operation.attempts) + 1,
        round=operation.round,
        started_at=at.now,
        hard_end=lease_until,
    )
    claimed = _claim(operation, Purpose.SEND, owner, lease_until, at)
    return replace(claimed, attempts=(*operation.attempts, attempt))


def claim_lookup(operation: Operation, *, owner: str, lease_until: int, at: Moment) -> Operation:
    """In flight, to ask the provider; no attempt is added."""
    require_free(operation)
    if operation.state is not State.UNKNOWN:
        raise NotThatWay("only an unknown operation is looked up")
    return _claim(operation, Purpose.LOOK_UP, owner, lease_until, at)


def _claim(operation: Operation, purpose: Purpose, owner: str, lease_until: int, at: Moment) -> Operation:
    return moved(
        operation,
        State.IN_FLIGHT,
        at,
        owner=owner,
        purpose=purpose,
        lease_until=lease_until,
        due_at=lease_until,
        slot_at=None,
    )


def lapse(operation: Operation, *, policy: Policy, at: Moment) -> Operation:
    """The lease is over: unknown, never free to claim (law 3); confirmed if late evidence said so meanwhile."""
    if operation.state is not State.IN_FLIGHT or (operation.lease_until or 0) > at.now:
        raise NotThatWay("only a lease that is over lapses")
    noted = with_entry(operation, EntryKind.LEASE_LAPSED, at, detail=operation.purpose or "")
    if join(operation.attempts) is State.CONFIRMED:
        return closed(noted, State.CONFIRMED, policy, at)
    return moved(
        noted,
        State.UNKNOWN,
        at,
        owner=None,
        lease_until=None,
        purpose=None,
        next_at=at.now,
        due_at=at.now + GRACE,
    )
