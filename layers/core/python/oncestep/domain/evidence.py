"""What attempts prove together: learning from one answer or lookup, and the join over all of them."""

from dataclasses import replace
from typing import assert_never

from oncestep.domain.contract import Action
from oncestep.domain.operation import Attempt, AttemptResult, Operation, StoredOutcome
from oncestep.domain.outcomes import Confirmed, NotApplied, Outcome, Rejected, Unknown
from oncestep.domain.resolve import refusal_covers
from oncestep.domain.states import State

LONGEST_SUMMARY = 600
"""Whatever an answer says, a row keeps hundreds of attempts."""
_STRONGEST_FIRST = (
    (AttemptResult.CONFIRMED, State.CONFIRMED),
    (AttemptResult.OPEN, State.UNKNOWN),
    (AttemptResult.REJECTED, State.REJECTED),
)


def join(attempts: tuple[Attempt, ...]) -> State:
    """The state that all attempts prove together: confirmed, else unknown, else rejected, else accepted."""
    results = {attempt.result for attempt in attempts}
    return next((state for result, state in _STRONGEST_FIRST if result in results), State.ACCEPTED)


def learn(operation: Operation, number: int, outcome: Outcome, *, action: Action, now: int) -> tuple[Attempt, ...]:
    """The attempts after attempt `number` ended with this outcome."""
    ended = _ended(operation.attempts[number - 1], outcome, now)
    attempts = (*operation.attempts[: number - 1], ended, *operation.attempts[number:])
    if isinstance(outcome, Rejected) and outcome.definite and refusal_covers(operation, number, action):
        return learn_absent(attempts, number - 1)
    return attempts


def _ended(attempt: Attempt, outcome: Outcome, now: int) -> Attempt:
    return replace(
        attempt,
        hard_end=min(attempt.hard_end, now),
        result=_result(attempt, outcome),
        status=outcome.status,
        summary=_summary(outcome),
        remote_id=outcome.remote_id if isinstance(outcome, Confirmed) else attempt.remote_id,
    )


def _result(attempt: Attempt, outcome: Outcome) -> AttemptResult:
    match outcome:
        case Confirmed():
            return AttemptResult.CONFIRMED
        case Rejected() if attempt.result is not AttemptResult.CONFIRMED:
            return AttemptResult.REJECTED
        case NotApplied() if attempt.result is AttemptResult.OPEN:
            return AttemptResult.NOT_APPLIED
        case Rejected() | NotApplied() | Unknown():
            return attempt.result
        case _:
            assert_never(outcome)


def _summary(outcome: Outcome) -> str:
    return _told(outcome)[:LONGEST_SUMMARY]


def _told(outcome: Outcome) -> str:
    match outcome:
        case Confirmed():
            return f"http_{outcome.status}"
        case Rejected():
            return outcome.message or outcome.code or f"http_{outcome.status}"
        case NotApplied() | Unknown():
            return f"{outcome.reason}: {outcome.message}" if outcome.message else outcome.reason
        case _:
            assert_never(outcome)


def learn_absent(attempts: tuple[Attempt, ...], through: int) -> tuple[Attempt, ...]:
    """The attempts once the first `through` of them are known not to have been applied."""
    return tuple(
        replace(attempt, result=AttemptResult.NOT_APPLIED)
        if attempt.number <= through and attempt.result is AttemptResult.OPEN
        else attempt
        for attempt in attempts
    )


def learn_found(attempts: tuple[Attempt, ...], found: Confirmed) -> tuple[Attempt, ...]:
    """The attempts once a remote object was found: the first that may have made it did."""
    unsettled = [attempt for attempt in attempts if attempt.result is AttemptResult.OPEN]
    maker = (unsettled or list(attempts))[0].number
    return tuple(
        replace(attempt, result=AttemptResult.CONFIRMED, remote_id=found.remote_id)
        if attempt.number == maker
        else attempt
        for attempt in attempts
    )


def stored(before: StoredOutcome | None, outcome: Outcome) -> StoredOutcome | None:
    """What the row keeps as its answer: a confirmation over a refusal, a refusal over nothing."""
    match outcome:
        case Confirmed():
            return StoredOutcome(outcome.status, outcome.document, outcome.remote_id)
        case Rejected() if before is None:
            return StoredOutcome(outcome.status, outcome.document, None, outcome.code, outcome.message)
        case Rejected() | NotApplied() | Unknown():
            return before
        case _:
            assert_never(outcome)
