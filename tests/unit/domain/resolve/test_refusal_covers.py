"""Whether the refusal of a retry also says that the earlier attempts were not applied."""

from dataclasses import replace

import pytest

from oncestep.domain.contract import Action
from oncestep.domain.operation import AttemptResult, Operation
from oncestep.domain.resolve import refusal_covers
from tests.support.actions import PROMISE, UNVERIFIED
from tests.support.fakes import START
from tests.unit.domain.resolve.kinds import BOTH, KINDS, REPLAYING
from tests.unit.domain.rows import LEASE, attempt, fresh

OPEN, NOT_APPLIED = AttemptResult.OPEN, AttemptResult.NOT_APPLIED
OVER = START + LEASE + 5_000
"""When the first attempt can no longer take effect: hard end and max_processing."""


def retried(at: int, first: AttemptResult = OPEN) -> Operation:
    """Two attempts, the second sent at that time."""
    return replace(fresh(), attempts=(attempt(1, first), attempt(2, started_at=at)))


def test_it_covers_what_was_over_when_the_retry_was_sent() -> None:
    assert refusal_covers(retried(OVER), 2, BOTH)


def test_it_does_not_cover_what_could_still_take_effect() -> None:
    assert not refusal_covers(retried(OVER - 1), 2, BOTH)


def test_it_covers_at_any_time_where_errors_are_replayed_under_the_key() -> None:
    assert refusal_covers(retried(START), 2, REPLAYING)


@pytest.mark.parametrize("kind", ["keyed", "forever"])
def test_it_never_covers_where_no_bound_is_stated(kind: str) -> None:
    assert not refusal_covers(retried(OVER + 10**10), 2, KINDS[kind])


@pytest.mark.parametrize(
    "action",
    [
        KINDS["bare"],
        KINDS["listed"],
        UNVERIFIED,
        replace(REPLAYING, key=replace(PROMISE, replays_errors=True, verified=False)),
    ],
)
def test_it_never_covers_without_a_verified_promise(action: Action) -> None:
    assert not refusal_covers(retried(OVER + 10**10), 2, action)


def test_attempts_that_were_not_applied_need_no_cover() -> None:
    assert refusal_covers(retried(START, first=NOT_APPLIED), 2, BOTH)


def test_later_attempts_do_not_matter() -> None:
    operation = replace(retried(OVER), attempts=(*retried(OVER).attempts, attempt(3, started_at=OVER)))
    assert refusal_covers(operation, 2, BOTH)
    assert not refusal_covers(operation, 3, BOTH)


def test_the_first_attempt_has_none_before_it() -> None:
    assert refusal_covers(retried(START), 1, BOTH)
