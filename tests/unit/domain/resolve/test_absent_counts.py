"""From when on a lookup that shows nothing proves something."""

import pytest

from oncestep.domain.operation import AttemptResult
from oncestep.domain.resolve import absent_counts_from
from tests.support.fakes import START
from tests.unit.domain.resolve.kinds import KINDS
from tests.unit.domain.rows import LEASE, attempted, fresh

OPEN, NOT_APPLIED = AttemptResult.OPEN, AttemptResult.NOT_APPLIED
FIRST_END, SECOND_END = START + LEASE, START + 60_000 + LEASE
LAG = 5_000 + 1_000
"""The contract's max_processing and consistent_after."""


@pytest.mark.parametrize("kind", ["listed", "both"])
def test_it_counts_once_the_last_attempt_can_no_longer_show_up(kind: str) -> None:
    assert absent_counts_from(attempted(OPEN), KINDS[kind], 1) == FIRST_END + LAG
    assert absent_counts_from(attempted(OPEN, OPEN), KINDS[kind], 2) == SECOND_END + LAG


def test_a_lookup_speaks_only_of_the_attempts_before_it() -> None:
    assert absent_counts_from(attempted(OPEN, OPEN), KINDS["listed"], 1) == FIRST_END + LAG


def test_attempts_that_were_not_applied_need_no_waiting() -> None:
    assert absent_counts_from(attempted(OPEN, NOT_APPLIED), KINDS["listed"], 2) == FIRST_END + LAG
    assert absent_counts_from(attempted(NOT_APPLIED), KINDS["listed"], 1) == LAG
    assert absent_counts_from(fresh(), KINDS["listed"], 0) == LAG


@pytest.mark.parametrize("kind", ["bare", "keyed", "unverified", "unbounded"])
def test_without_a_lookup_and_a_stated_bound_it_never_counts(kind: str) -> None:
    assert absent_counts_from(attempted(OPEN), KINDS[kind], 1) is None
