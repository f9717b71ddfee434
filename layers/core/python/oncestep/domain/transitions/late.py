"""Evidence whose bearer no longer owns the operation: appended in any state, settling only what it may."""

from oncestep.domain.evidence import join
from oncestep.domain.operation import EntryKind, Operation
from oncestep.domain.outcomes import Ambiguous, Confirmed, Found, LookupResult, Outcome
from oncestep.domain.states import State
from oncestep.domain.transitions.learning import is_another, learned, looked_up, with_several
from oncestep.domain.transitions.rows import Asked, Moment, Policy, closed, moved, with_entry


def record_late(operation: Operation, number: int, outcome: Outcome, *, policy: Policy, at: Moment) -> Operation:
    """An answer whose sender no longer owns the operation is appended; what it may settle, it settles."""
    detail = f"attempt {number}: {type(outcome).__name__.lower()}"
    if operation.state.terminal:
        confirmed = outcome if isinstance(outcome, Confirmed) else None
        return _effect_after_end(operation, confirmed, detail, at)
    known = learned(operation, number, outcome, policy, at)
    return _settled_late(with_entry(known, EntryKind.LATE_EVIDENCE, at, detail=detail), policy, at)


def record_late_lookup(
    operation: Operation, result: LookupResult, asked: Asked, *, policy: Policy, at: Moment
) -> Operation:
    """A lookup whose maker no longer owns the operation; it speaks of the attempts that were over when it was asked."""
    if operation.state.terminal:
        confirmed = result.outcome if isinstance(result, Found) else None
        ended = with_several(operation, result, at) if isinstance(result, Ambiguous) else operation
        return _effect_after_end(ended, confirmed, "lookup", at)
    return _settled_late(looked_up(operation, result, asked, policy, at), policy, at)


def _settled_late(operation: Operation, policy: Policy, at: Moment) -> Operation:
    """Confirming evidence settles accepted and unknown at once; other evidence may resolve an unknown.

    An operation in flight only remembers it: its owner's settle, or the end of its lease, draws the conclusion.
    """
    state = join(operation.attempts)
    settles = operation.state is State.UNKNOWN or state is State.CONFIRMED
    if operation.state is State.IN_FLIGHT or not settles:
        return moved(operation, operation.state, at)
    if state.terminal:
        return closed(operation, state, policy, at)
    return moved(operation, state, at)


def _effect_after_end(operation: Operation, late: Confirmed | None, detail: str, at: Moment) -> Operation:
    """Nothing overwrites a terminal state; an effect that does not fit it raises an alarm."""
    kind = EntryKind.LATE_EVIDENCE
    if late and operation.state is not State.CONFIRMED:
        kind = EntryKind.EFFECT_AFTER_CLOSE
    elif late and is_another(operation, late):
        kind = EntryKind.DUPLICATE_EFFECT
    remote = f" {late.remote_id}" if late and late.remote_id else ""
    return moved(with_entry(operation, kind, at, detail=detail + remote), operation.state, at)
