"""What to do next with an operation that nobody holds: send, look up, wait, or stop for a person."""

from dataclasses import dataclass
from typing import TypeAlias

from oncestep.domain.contract import UNSTATED_PROCESSING, Action
from oncestep.domain.operation import LookupMade, Operation
from oncestep.domain.states import Attention, State

SKEW = 2_000
LONGEST_LEASE = 62_000
"""The longest time one invocation may hold an operation: the worker's timeout and the skew."""
MAX_LOOKUPS = 8
MAX_SWEEPS = 10
"""How often the sweep enqueues a row that makes no progress before it is stuck."""

RECORD_FULL = "the row has no room to record more tries"


@dataclass(frozen=True, slots=True)
class Send:
    """Send the frozen request (again) with the same key."""


@dataclass(frozen=True, slots=True)
class LookUp:
    """Ask the provider whether the operation was applied."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do before `until` (epoch ms)."""

    until: int


@dataclass(frozen=True, slots=True)
class Stop:
    """No safe way on: a person must look."""

    attention: Attention
    detail: str


Step: TypeAlias = Send | LookUp | Wait | Stop


def next_step(operation: Operation, action: Action, now: int) -> Step:
    """The next step of an operation that is accepted or unknown and has no attention."""
    if operation.sweeps >= MAX_SWEEPS:
        return Stop(Attention.STUCK, f"enqueued {operation.sweeps} times without progress")
    if action.gone:
        return Stop(Attention.STUCK, f"the deployment no longer has the contract of {action.full_name}")
    if operation.record_full:
        return Stop(Attention.RETRIES_EXHAUSTED, f"{RECORD_FULL}; {len(operation.attempts)} attempts in all")
    if now < operation.next_at:
        return Wait(operation.next_at)
    if operation.state is State.UNKNOWN:
        return _resolve_unknown(operation, action, now)
    return Send() if _within_budget(operation, action, now) else _exhausted(operation)


def _resolve_unknown(operation: Operation, action: Action, now: int) -> Step:
    if action.lookup and not looked_since_last_attempt(operation):
        return LookUp()
    if key_window_open(operation, action, now):
        return Send() if _within_budget(operation, action, now) else _exhausted(operation)
    if action.lookup:
        return _look_again(operation, action, now)
    return _no_path(action)


def _look_again(operation: Operation, action: Action, now: int) -> Step:
    """Only a lookup can decide; an early absent is asked again once it counts."""
    made = lookups_of_round(operation)
    if made and made[-1].result == "absent" and action.max_processing is None:
        return Stop(Attention.LOOKUP_ABSENT, "the lookup shows nothing, and no contract says when that is final")
    if len(made) >= MAX_LOOKUPS:
        return Stop(Attention.RETRIES_EXHAUSTED, f"{len(made)} lookups did not decide it")
    counts_from = absent_counts_from(operation, action, len(operation.attempts))
    if made and made[-1].result == "absent" and counts_from is not None and now < counts_from:
        return Wait(counts_from)
    return LookUp()


def _no_path(action: Action) -> Stop:
    key = action.key
    if action.outdated:
        return Stop(Attention.CONTRACT_UNVERIFIED, "it was sent under another contract, and this one does not fit it")
    if key is None:
        return Stop(Attention.NO_LOOKUP, "the provider has neither idempotency keys nor a lookup")
    if not key.verified:
        return Stop(Attention.CONTRACT_UNVERIFIED, "the provider's key promise is not verified")
    return Stop(Attention.PROVIDER_WINDOW_CLOSED, "the provider may have forgotten the key")


def _exhausted(operation: Operation) -> Stop:
    last = operation.attempts[-1].summary if operation.attempts else "no attempt"
    return Stop(Attention.RETRIES_EXHAUSTED, f"{operation.used} attempts in this round; the last: {last}")


def _within_budget(operation: Operation, action: Action, now: int) -> bool:
    in_time = now - operation.round_started_at < action.time_budget
    return operation.used < action.max_attempts and (in_time or not operation.used)


def key_window_open(operation: Operation, action: Action, now: int) -> bool:
    """Whether a same-key retry claimed now surely reaches the provider while it still knows the key (law 5)."""
    promise = action.promise
    if promise is None:
        return False
    if promise.retention is None or operation.first_sent_at is None:
        return True
    processing = UNSTATED_PROCESSING if action.max_processing is None else action.max_processing
    margin = LONGEST_LEASE + processing + SKEW
    return now < operation.first_sent_at + promise.retention - margin


def absent_counts_from(operation: Operation, action: Action, through: int) -> int | None:
    """From when on an "absent" proves that the first `through` attempts were not applied; None: never."""
    if action.lookup is None or action.max_processing is None:
        return None
    ends = [attempt.hard_end for attempt in operation.open_attempts if attempt.number <= through]
    return max(ends, default=0) + action.max_processing + action.lookup.consistent_after


def refusal_covers(operation: Operation, number: int, action: Action) -> bool:
    """Whether a refusal of attempt `number` speaks for the earlier attempts too.

    It does where the provider replays errors under the key, or where the retry was sent when the earlier ones were
    over and could no longer take effect; both only within a verified key promise.
    """
    if action.promise is None:
        return False
    if action.promise.replays_errors:
        return True
    if action.max_processing is None:
        return False
    earlier = [attempt.hard_end for attempt in operation.open_attempts if attempt.number < number]
    sent_at = operation.attempts[number - 1].started_at
    return sent_at >= max(earlier, default=0) + action.max_processing


def safe_path(operation: Operation, action: Action, now: int) -> bool:
    """Whether trying again cannot make a second effect: what replay and redrive need of an unknown."""
    if operation.state is not State.UNKNOWN:
        return True
    return key_window_open(operation, action, now) or action.lookup is not None


def lookups_of_round(operation: Operation) -> tuple[LookupMade, ...]:
    """The lookups that count against the current round's budget."""
    return tuple(made for made in operation.lookups if made.round == operation.round)


def looked_since_last_attempt(operation: Operation) -> bool:
    """Whether the provider has been asked, in this round, after the last attempt."""
    return any(made.through == len(operation.attempts) for made in lookups_of_round(operation))
