"""The shapes that rows move into; every transition is built from these."""

from dataclasses import replace
from typing import NamedTuple

from oncestep.domain.contract import Action
from oncestep.domain.operation import Entry, EntryKind, Operation
from oncestep.domain.recognition import masked
from oncestep.domain.resolve import Stop
from oncestep.domain.states import State, advance
from oncestep.domain.transitions.events import with_event

GRACE = 60_000
"""How long (ms) the sweep leaves a row to the messages that are on their way."""


class NotThatWay(Exception):
    """The row, as it is now, does not allow this transition; the caller looks again and decides anew."""


class Moment(NamedTuple):
    """When a transition happens (epoch ms) and the jitter in [0, 1) that its backoff uses."""

    now: int
    jitter: float = 0.0


class Asked(NamedTuple):
    """When a lookup was asked (epoch ms), and how many attempts were over then: it speaks of no other."""

    at: int
    through: int


class By(NamedTuple):
    """The person who does something to an operation, why, and with which API key."""

    who: str
    why: str
    key_id: str = ""


ONCESTEP = By("oncestep", "")
"""Whatever no person does."""


class Policy(NamedTuple):
    """What rules an operation's transitions: its action's contract, and how long settled rows are kept (ms)."""

    action: Action
    retention: int


def require_free(operation: Operation) -> None:
    if operation.state not in {State.ACCEPTED, State.UNKNOWN} or operation.attention:
        raise NotThatWay("only an accepted or unknown operation without attention can be claimed")


def opened(operation: Operation, kind: EntryKind, by: By, at: Moment) -> Operation:
    return moved(
        with_entry(operation, kind, at, by=by, detail=by.why),
        operation.state,
        at,
        round=operation.round + 1,
        round_started_at=at.now,
        attention=None,
        attention_at=None,
        noted=None,
        next_at=at.now,
        due_at=at.now + GRACE,
        sweeps=0,
    )


def stopped(operation: Operation, state: State, reason: Stop, at: Moment) -> Operation:
    detail = masked(f"{reason.attention}: {reason.detail}")
    waiting = moved(
        with_entry(operation, EntryKind.STOPPED, at, detail=detail),
        state,
        at,
        attention=reason.attention,
        attention_at=at.now,
        noted=None,
        lease_until=None,
        purpose=None,
        due_at=at.now + GRACE,
        sweeps=0,
    )
    return with_event(waiting, detail)


def closed(operation: Operation, state: State, policy: Policy, at: Moment) -> Operation:
    ended = moved(
        operation,
        state,
        at,
        attention=None,
        attention_at=None,
        noted=None,
        lease_until=None,
        purpose=None,
        due_at=None,
        settled_at=at.now,
        expires_at=(at.now + policy.retention) // 1000,
    )
    told = with_event(ended)
    return replace(told, due_at=at.now + GRACE, sweeps=0) if told.events else told


def with_entry(operation: Operation, kind: EntryKind, at: Moment, *, by: By = ONCESTEP, detail: str = "") -> Operation:
    entry = Entry(at.now, kind, by.who, masked(detail), by.key_id)
    return replace(operation, history=(*operation.history, entry))


def moved(operation: Operation, state: State, at: Moment, **changes: object) -> Operation:
    """The row in its next version; the table of states has the last word."""
    return replace(
        operation,
        state=advance(operation.state, state),
        version=operation.version + 1,
        updated_at=at.now,
        **changes,  # type: ignore[arg-type]
    )
