"""What follows when an owner settles its attempt or its lookup."""

from typing import assert_never

from oncestep.domain.backoff import backoff
from oncestep.domain.evidence import join
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import (
    Ambiguous,
    Confirmed,
    LookupFailed,
    LookupResult,
    NotApplied,
    Outcome,
    Rejected,
    Unknown,
)
from oncestep.domain.resolve import Stop, Wait, looked_since_last_attempt, lookups_of_round, next_step
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions.learning import learned, looked_up
from oncestep.domain.transitions.rows import GRACE, Asked, Moment, NotThatWay, Policy, closed, moved, stopped

FIRST_LOOK = 1_000
"""An operation that has just become unknown is looked up within this time (ms)."""


def settle(operation: Operation, number: int, outcome: Outcome, *, policy: Policy, at: Moment) -> Operation:
    """The owner settles its attempt: the state is the join over all attempts, the rest follows from it."""
    if operation.state is not State.IN_FLIGHT:
        raise NotThatWay("only an operation in flight is settled")
    known = learned(operation, number, outcome, policy, at)
    return _concluded(known, outcome, policy, at)


def settle_lookup(operation: Operation, result: LookupResult, asked: Asked, *, policy: Policy, at: Moment) -> Operation:
    """The owner settles its lookup, which spoke of the attempts that were over when it was made."""
    if operation.state is not State.IN_FLIGHT:
        raise NotThatWay("only an operation in flight is settled")
    looked = looked_up(operation, result, asked, policy, at)
    state = join(looked.attempts)
    if isinstance(result, Ambiguous) and state is not State.CONFIRMED:
        detail = f"several remote objects: {result.named}"
        return stopped(looked, State.UNKNOWN, Stop(Attention.LOOKUP_AMBIGUOUS, detail), at)
    if state.terminal:
        return closed(looked, state, policy, at)
    if not isinstance(result, LookupFailed):
        return _rested(looked, policy, at, retry_after=None)
    if result.attention:
        return stopped(looked, state, Stop(result.attention, result.reason), at)
    return _rested(looked, policy, at, retry_after=result.retry_after)


def _concluded(operation: Operation, outcome: Outcome, policy: Policy, at: Moment) -> Operation:
    state = join(operation.attempts)
    if state.terminal:
        return closed(operation, state, policy, at)
    match outcome:
        case NotApplied(attention=Attention() as attention):
            return stopped(operation, state, Stop(attention, outcome.message or outcome.reason), at)
        case NotApplied() | Unknown():
            return _rested(operation, policy, at, retry_after=outcome.retry_after)
        case Confirmed() | Rejected():
            return _rested(operation, policy, at, retry_after=None)
        case _:
            assert_never(outcome)


def _rested(operation: Operation, policy: Policy, at: Moment, *, retry_after: int | None) -> Operation:
    """The row between two tries: when the next may begin, or why there is none."""
    state = join(operation.attempts)
    delay = policy.action.promise.min_retry_delay if policy.action.promise else 0
    tries = operation.used + len(lookups_of_round(operation))
    wait = backoff(max(1, tries), at.jitter, retry_after=retry_after, at_least=delay)
    if state is State.UNKNOWN and policy.action.lookup and not looked_since_last_attempt(operation):
        wait = min(wait, FIRST_LOOK)
    waiting = _waiting(operation, state, at.now + wait, at)
    match next_step(waiting, policy.action, waiting.next_at):
        case Stop() as stop:
            return stopped(operation, state, stop, at)
        case Wait(until):
            return _waiting(operation, state, until, at)
        case _:
            return waiting


def _waiting(operation: Operation, state: State, next_at: int, at: Moment) -> Operation:
    return moved(
        operation,
        state,
        at,
        lease_until=None,
        purpose=None,
        next_at=next_at,
        due_at=next_at + GRACE,
        sweeps=0,
    )
