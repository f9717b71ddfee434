"""How long the next try waits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oncestep.domain.backoff import BASE, CAP, backoff

FAILURES = st.integers(1, 10_000)
JITTER = st.floats(0, 1, exclude_max=True)


@given(FAILURES, JITTER)
def test_a_wait_is_within_the_doubled_base_and_the_cap(failures: int, jitter: float) -> None:
    assert 0 <= backoff(failures, jitter) < min(CAP, BASE * 2 ** (failures - 1)) <= CAP


@pytest.mark.parametrize(
    ("failures", "longest"),
    [(1, 1_000), (2, 2_000), (3, 4_000), (4, 8_000), (9, 256_000), (10, CAP), (500, CAP)],
)
def test_the_longest_wait_doubles_up_to_the_cap(failures: int, longest: int) -> None:
    assert backoff(failures, 0.5) == longest // 2
    assert backoff(failures, 0.999) == int(longest * 0.999)


@given(FAILURES)
def test_full_jitter_goes_down_to_nothing(failures: int) -> None:
    assert backoff(failures, 0.0) == 0


@given(FAILURES, JITTER, st.integers(0, 10**9))
def test_a_longer_retry_after_wins(failures: int, jitter: float, wait: int) -> None:
    assert backoff(failures, jitter, retry_after=wait) == max(backoff(failures, jitter), wait)


@given(FAILURES, JITTER, st.integers(0, 10**9), st.none() | st.integers(0, 10**9))
def test_nothing_is_tried_before_the_provider_s_least_delay(
    failures: int, jitter: float, least: int, wait: int | None
) -> None:
    waits = backoff(failures, jitter, retry_after=wait, at_least=least)
    assert waits == max(backoff(failures, jitter), wait or 0, least)
