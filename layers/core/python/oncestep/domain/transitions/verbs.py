"""What persons do to an operation: replay, dismiss, resolve, fix forward."""

from dataclasses import replace

from oncestep.domain.evidence import join, learn_absent
from oncestep.domain.operation import EntryKind, Operation, StoredOutcome
from oncestep.domain.resolve import RECORD_FULL
from oncestep.domain.states import State
from oncestep.domain.transitions.rows import By, Moment, NotThatWay, Policy, closed, moved, opened, with_entry


def replay(operation: Operation, by: By, *, at: Moment) -> Operation:
    """Another round with the same bytes and key; the caller has checked that it is safe."""
    if operation.state not in {State.ACCEPTED, State.UNKNOWN}:
        raise NotThatWay("only an operation that is accepted or unknown is replayed")
    if operation.record_full:
        raise NotThatWay(f"{RECORD_FULL}; resolve it with evidence, or dismiss it and call the action under a new key")
    return opened(operation, EntryKind.REPLAYED, by, at)


def dismiss(operation: Operation, by: By, *, policy: Policy, at: Moment) -> Operation:
    """A person decided to stop."""
    if operation.state not in {State.ACCEPTED, State.UNKNOWN}:
        raise NotThatWay("only an operation that is accepted or unknown is dismissed")
    dismissed = with_entry(operation, EntryKind.DISMISSED, at, by=by, detail=by.why)
    return closed(dismissed, State.DISMISSED, policy, at)


def supersede(operation: Operation, by: By, *, successor: str, policy: Policy, at: Moment) -> Operation:
    """Linked to its successor: an accepted operation ends as superseded, a rejected one stays what it is."""
    waiting = operation.state is State.ACCEPTED and operation.attention is not None
    if operation.superseded_by or not (waiting or operation.state is State.REJECTED):
        raise NotThatWay("only a rejected operation, or an accepted one with attention, is fixed forward")
    if any(entry.kind is EntryKind.EFFECT_AFTER_CLOSE for entry in operation.history):
        raise NotThatWay("it was applied after all; undo that at the provider, then call the action under a new key")
    linked = replace(operation, superseded_by=successor, revision=operation.revision + 1)
    linked = with_entry(linked, EntryKind.FIXED_FORWARD, at, by=by, detail=by.why)
    if operation.state is State.REJECTED:
        return moved(linked, State.REJECTED, at)
    return closed(linked, State.SUPERSEDED, policy, at)


def resolve_confirmed(operation: Operation, outcome: StoredOutcome, by: By, *, policy: Policy, at: Moment) -> Operation:
    """A named person states that it was applied."""
    _require_unknown(operation)
    resolved = with_entry(operation, EntryKind.RESOLVED, at, by=by, detail=f"confirmed: {by.why}")
    return closed(replace(resolved, outcome=outcome), State.CONFIRMED, policy, at)


def resolve_not_applied(operation: Operation, by: By, *, policy: Policy, at: Moment) -> Operation:
    """A named person states that it was not applied; the caller has checked that no attempt can still take effect."""
    _require_unknown(operation)
    attempts = learn_absent(operation.attempts, len(operation.attempts))
    resolved = with_entry(
        replace(operation, attempts=attempts), EntryKind.RESOLVED, at, by=by, detail=f"not applied: {by.why}"
    )
    state = join(attempts)
    if state.terminal:
        return closed(resolved, state, policy, at)
    return moved(resolved, state, at)


def _require_unknown(operation: Operation) -> None:
    if operation.state is not State.UNKNOWN:
        raise NotThatWay("only an unknown operation is resolved")
