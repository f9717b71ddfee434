"""Until when a retry with the same key surely reaches a provider that still knows it (law 5)."""

from dataclasses import replace

import pytest

from oncestep.domain.contract import UNSTATED_PROCESSING
from oncestep.domain.operation import AttemptResult, Operation
from oncestep.domain.resolve import LONGEST_LEASE, SKEW, key_window_open
from oncestep.domain.states import State
from tests.support.actions import DAY, KEYED, LOOKUP, PROMISE
from tests.support.fakes import START
from tests.unit.domain.resolve.kinds import BOTH, FOREVER, KINDS
from tests.unit.domain.rows import attempted, fresh

SENT = attempted(AttemptResult.OPEN)


@pytest.mark.parametrize(
    ("kind", "processing"),
    [("keyed", UNSTATED_PROCESSING), ("both", LOOKUP.max_processing or 0)],
)
def test_the_window_closes_a_margin_before_the_provider_forgets(kind: str, processing: int) -> None:
    closes = START + DAY - (LONGEST_LEASE + processing + SKEW)
    assert key_window_open(SENT, KINDS[kind], closes - 1)
    assert not key_window_open(SENT, KINDS[kind], closes)


def test_the_margin_covers_a_minute_s_lease_and_ten_minutes_of_processing() -> None:
    assert key_window_open(SENT, KEYED, START + DAY - 664_001)
    assert not key_window_open(SENT, KEYED, START + DAY - 664_000)


@pytest.mark.parametrize("later_attempts", [1, 2, 3])
def test_the_window_counts_from_the_first_sending(later_attempts: int) -> None:
    resent = attempted(*[AttemptResult.OPEN] * (1 + later_attempts))
    assert key_window_open(resent, BOTH, START + DAY - 69_001)
    assert not key_window_open(resent, BOTH, START + DAY - 69_000)


def test_a_first_sending_that_failed_opens_the_window_too() -> None:
    refused = attempted(AttemptResult.NOT_APPLIED, AttemptResult.OPEN)
    assert not key_window_open(refused, BOTH, START + DAY - 69_000)


@pytest.mark.parametrize("retention", [60_000, 664_000])
def test_a_window_shorter_than_its_margin_never_opens(retention: int) -> None:
    hasty = replace(KEYED, key=replace(PROMISE, retention=retention))
    assert not key_window_open(SENT, hasty, START)


@pytest.mark.parametrize("operation", [SENT, fresh()])
def test_a_provider_that_never_forgets_leaves_it_open(operation: Operation) -> None:
    assert key_window_open(operation, FOREVER, START + 10_000 * DAY)


def test_it_is_open_while_nothing_was_sent() -> None:
    assert key_window_open(fresh(), KEYED, START + 10_000 * DAY)


@pytest.mark.parametrize("kind", ["bare", "listed", "unbounded", "unverified"])
@pytest.mark.parametrize("operation", [SENT, fresh()])
def test_without_a_verified_promise_it_is_never_open(kind: str, operation: Operation) -> None:
    assert not key_window_open(operation, KINDS[kind], START)


def test_a_state_does_not_open_it() -> None:
    confirmed = attempted(AttemptResult.CONFIRMED, state=State.CONFIRMED)
    assert key_window_open(confirmed, KEYED, START) is key_window_open(SENT, KEYED, START)
