"""What a row knows once an answer or a lookup has been read into it; draws no conclusion yet."""

from dataclasses import replace

from oncestep.domain.evidence import learn, learn_absent, learn_found, stored
from oncestep.domain.operation import AttemptResult, EntryKind, LookupMade, Operation
from oncestep.domain.outcomes import Absent, Found, LookupResult, Outcome
from oncestep.domain.resolve import absent_counts_from
from oncestep.domain.transitions.rows import Asked, Moment, Policy, with_entry


def learned(operation: Operation, number: int, outcome: Outcome, policy: Policy, at: Moment) -> Operation:
    attempts = learn(operation, number, outcome, action=policy.action, now=at.now)
    return replace(operation, attempts=attempts, outcome=stored(operation.outcome, outcome))


def looked_up(operation: Operation, result: LookupResult, asked: Asked, policy: Policy, at: Moment) -> Operation:
    """The row with the lookup on record and its attempts as far as the lookup speaks of them."""
    name = type(result).__name__.lower()
    made = LookupMade(at=asked.at, through=asked.through, result=name, round=operation.round)
    looked = replace(operation, lookups=(*operation.lookups, made))
    looked = with_entry(looked, EntryKind.LOOKED_UP, at, detail=name)
    match result:
        case Found():
            return replace(
                looked,
                attempts=learn_found(operation.attempts, result.outcome),
                outcome=stored(operation.outcome, result.outcome),
            )
        case Absent():
            counts_from = absent_counts_from(operation, policy.action, asked.through)
            if counts_from is not None and asked.at >= counts_from:
                return replace(looked, attempts=learn_absent(operation.attempts, asked.through))
    return looked


def with_duplicates(operation: Operation, at: Moment) -> Operation:
    """Two attempts that name different remote objects are two effects."""
    named = {attempt.remote_id for attempt in operation.attempts if attempt.result is AttemptResult.CONFIRMED}
    remote_ids = sorted(remote_id for remote_id in named if remote_id)
    several = len(remote_ids) > 1
    return with_entry(operation, EntryKind.DUPLICATE_EFFECT, at, detail=", ".join(remote_ids)) if several else operation
