"""What a row knows once an answer or a lookup has been read into it; draws no conclusion yet."""

from dataclasses import replace

from oncestep.domain.evidence import learn, learn_absent, learn_found, stored
from oncestep.domain.operation import EntryKind, LookupMade, Operation
from oncestep.domain.outcomes import (
    FOUND_UNDECIDED,
    Absent,
    Ambiguous,
    Confirmed,
    Found,
    LookupFailed,
    LookupResult,
    Outcome,
)
from oncestep.domain.resolve import absent_counts_from
from oncestep.domain.transitions.rows import Asked, Moment, Policy, with_entry

_SEEN = frozenset({"found", "ambiguous", FOUND_UNDECIDED})


def learned(operation: Operation, number: int, outcome: Outcome, policy: Policy, at: Moment) -> Operation:
    known = with_duplicate(operation, outcome, at) if isinstance(outcome, Confirmed) else operation
    attempts = learn(operation, number, outcome, action=policy.action, now=at.now)
    return replace(known, attempts=attempts, outcome=stored(operation.outcome, outcome))


def looked_up(operation: Operation, result: LookupResult, asked: Asked, policy: Policy, at: Moment) -> Operation:
    """The row with the lookup on record and its attempts as far as the lookup speaks of them."""
    name = _name(result)
    made = LookupMade(at=asked.at, through=asked.through, result=name, round=operation.round)
    looked = replace(operation, lookups=(*operation.lookups, made))
    detail = f"{name}: {result.reason}" if isinstance(result, LookupFailed) and name != FOUND_UNDECIDED else name
    looked = with_entry(looked, EntryKind.LOOKED_UP, at, detail=detail)
    match result:
        case Found(confirmed):
            attempts = learn_found(operation.attempts, confirmed)
            known = with_duplicate(looked, confirmed, at)
            return replace(known, attempts=attempts, outcome=stored(operation.outcome, confirmed))
        case Ambiguous():
            return with_several(looked, result, at)
        case Absent(refused):
            counts_from = absent_counts_from(operation, policy.action, asked.through)
            if counts_from is not None and asked.at >= counts_from and (refused or not _was_seen(operation)):
                return replace(looked, attempts=learn_absent(operation.attempts, asked.through))
    return looked


def _name(result: LookupResult) -> str:
    if isinstance(result, LookupFailed) and result.reason == FOUND_UNDECIDED:
        return FOUND_UNDECIDED
    return type(result).__name__.lower()


def _was_seen(operation: Operation) -> bool:
    """Whether an earlier lookup has shown what an attempt made that is still open: then an absence proves nothing."""
    first_open = min((attempt.number for attempt in operation.open_attempts), default=0)
    return any(made.result in _SEEN and first_open <= made.through for made in operation.lookups)


def with_duplicate(operation: Operation, confirmed: Confirmed, at: Moment) -> Operation:
    """Two confirmations that name different remote objects are two effects."""
    if not is_another(operation, confirmed):
        return operation
    remote_ids = f"{_remote_id(operation)}, {confirmed.remote_id}"
    return with_entry(operation, EntryKind.DUPLICATE_EFFECT, at, detail=remote_ids)


def is_another(operation: Operation, confirmed: Confirmed) -> bool:
    """Whether the row holds a confirmation that names another remote object."""
    return _remote_id(operation) is not None and confirmed.remote_id not in {None, _remote_id(operation)}


def _remote_id(operation: Operation) -> str | None:
    return operation.outcome.remote_id if operation.outcome else None


def with_several(operation: Operation, several: Ambiguous, at: Moment) -> Operation:
    """Several remote objects of one operation are several effects."""
    return with_entry(operation, EntryKind.DUPLICATE_EFFECT, at, detail=several.named)
