"""What everything that hands out slots does: never more than the limit, none twice, and nothing is saved up."""

from collections.abc import Iterator

import pytest

from oncestep.adapters.pynamodb_rate_slots import PynamoDBRateSlots, bound_slots
from oncestep.application.ports import RateSlots
from oncestep.domain.contract import RateLimit
from oncestep.domain.errors import LedgerUnavailable
from tests.support.fakes import START, MemorySlots
from tests.support.moto import REGION, STATE_TABLE, aws, create_table

NAME = "acme/http/shop"
EACH_SECOND = RateLimit(60, 60_000)
DAY = 86_400_000


@pytest.fixture(params=["memory", "dynamodb"])
def slots(request: pytest.FixtureRequest) -> Iterator[RateSlots]:
    if request.param == "memory":
        yield MemorySlots()
        return
    with aws():
        create_table("ConnectionStateTable", STATE_TABLE)
        yield PynamoDBRateSlots(bound_slots(STATE_TABLE, REGION))


def at(slots: RateSlots, limit: RateLimit, now: int) -> int:
    """The next slot."""
    slot = slots.reserve(NAME, limit, now, within=DAY)
    assert slot is not None
    return slot


def reserved(slots: RateSlots, limit: RateLimit, now: int, times: int) -> list[int]:
    """Slots in seconds from the start."""
    return [(at(slots, limit, now) - START) // 1000 for _ in range(times)]


def test_slots_are_an_interval_apart_and_the_first_is_now(slots: RateSlots) -> None:
    assert reserved(slots, EACH_SECOND, START, 5) == [0, 1, 2, 3, 4]


def test_time_that_nobody_used_is_not_saved_up(slots: RateSlots) -> None:
    reserved(slots, EACH_SECOND, START, 2)
    assert reserved(slots, EACH_SECOND, START + 60_000, 3) == [60, 61, 62]


def test_a_burst_may_come_at_once_and_the_limit_holds_after_it(slots: RateSlots) -> None:
    assert reserved(slots, RateLimit(60, 60_000, burst=3), START, 6) == [0, 0, 0, 1, 2, 3]


def test_a_burst_is_there_again_after_a_pause_of_its_length(slots: RateSlots) -> None:
    limit = RateLimit(60, 60_000, burst=3)
    reserved(slots, limit, START, 3)
    assert reserved(slots, limit, START + 1_000, 2) == [1, 2]
    assert reserved(slots, limit, START + 60_000, 4) == [60, 60, 60, 61]


def test_slots_go_on_after_those_that_are_reserved_already(slots: RateSlots) -> None:
    reserved(slots, EACH_SECOND, START, 10)
    assert reserved(slots, EACH_SECOND, START + 3_000, 2) == [10, 11]


def test_each_connection_has_slots_of_its_own(slots: RateSlots) -> None:
    reserved(slots, EACH_SECOND, START, 10)
    assert slots.reserve("acme/http/other", EACH_SECOND, START, within=DAY) == START


def test_an_interval_that_is_not_whole_is_rounded_to_the_slower_side(slots: RateSlots) -> None:
    limit = RateLimit(7, 1_000)
    assert [at(slots, limit, START) - START for _ in range(3)] == [0, 143, 286]


def test_nothing_is_reserved_beyond_the_time_that_is_left(slots: RateSlots) -> None:
    taken = [slots.reserve(NAME, EACH_SECOND, START, within=3_000) for _ in range(6)]
    assert taken == [START, START + 1_000, START + 2_000, START + 3_000, None, None]
    assert slots.reserve(NAME, EACH_SECOND, START + 2_000, within=3_000) == START + 4_000


def test_who_cannot_reserve_says_so() -> None:
    with aws(), pytest.raises(LedgerUnavailable):
        PynamoDBRateSlots(bound_slots("gone", REGION)).reserve(NAME, EACH_SECOND, START, within=DAY)
