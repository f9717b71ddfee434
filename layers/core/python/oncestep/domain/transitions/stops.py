"""How an operation stops, is announced to persons, and comes back as another round; and how the sweep paces itself."""

from oncestep.domain.operation import EntryKind, Operation
from oncestep.domain.resolve import MAX_SWEEPS, Stop, next_step
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions.rows import GRACE, By, Moment, NotThatWay, Policy, moved, opened, require_free, stopped

SWEEP_STEP = 60_000
LONGEST_SWEEP_STEP = 3_600_000


def stop(operation: Operation, reason: Stop, at: Moment) -> Operation:
    """Accepted or unknown, waiting for a person."""
    require_free(operation)
    return stopped(operation, operation.state, reason, at)


def announce(operation: Operation, at: Moment) -> Operation:
    """One more announcement of the stop; only the process whose own write took the number sends it."""
    if operation.attention is None or operation.noted:
        raise NotThatWay("only a stop that no dead letter stands for is announced")
    number = operation.announcement + 1
    wait = sweep_wait(operation.sweeps)
    return moved(
        operation,
        operation.state,
        at,
        announcement=number,
        due_at=at.now + wait,
        sweeps=operation.sweeps + 1,
    )


def note(operation: Operation, message_id: str, *, round_: int, announcement: int, at: Moment) -> Operation:
    """The final message with this ID stands for the stop in the dead-letter queue; the sweep may rest."""
    current = (operation.round, operation.announcement) == (round_, announcement)
    if operation.attention is None or operation.noted or not current:
        raise NotThatWay("only the latest announcement of a stop is noted")
    due_at = at.now + GRACE if operation.events else None
    return moved(operation, operation.state, at, noted=message_id, due_at=due_at)


def redrive(operation: Operation, *, round_: int, policy: Policy, at: Moment) -> Operation:
    """A dead letter came back: a person asked for another round; without a safe path it stops again at once."""
    if operation.attention is None or not operation.noted or operation.round != round_:
        raise NotThatWay("only a noted stop of the current round is redriven")
    again = opened(operation, EntryKind.REDRIVEN, By("dead-letter redrive", ""), at)
    match next_step(again, policy.action, at.now):
        case Stop() as reason:
            return stopped(again, again.state, reason, at)
        case _:
            return again


def sweep(operation: Operation, at: Moment) -> Operation:
    """The sweep looked: it comes again later and later, and gives up as stuck after MAX_SWEEPS without progress."""
    if operation.state.terminal or operation.attention:
        raise NotThatWay("the sweep only moves what may still be tried")
    if operation.sweeps >= MAX_SWEEPS and operation.state is not State.IN_FLIGHT:
        reason = Stop(Attention.STUCK, f"enqueued {operation.sweeps} times without progress")
        return stopped(operation, operation.state, reason, at)
    due_at = at.now + sweep_wait(operation.sweeps)
    return moved(operation, operation.state, at, due_at=due_at, sweeps=operation.sweeps + 1)


def sweep_wait(sweeps: int) -> int:
    """How long until the sweep comes again (ms), after so many times without progress."""
    return min(SWEEP_STEP << min(sweeps, 10), LONGEST_SWEEP_STEP)
