"""A caller waits no longer than it asked, nor than its invocation lasts, and no longer than something can change."""

from dataclasses import replace

import pytest

from oncestep.application.budget import RESERVE, Budget
from oncestep.application.waiting import LONGEST_PAUSE, Waiting
from oncestep.domain.operation import Operation
from oncestep.domain.states import Attention, State
from tests.suites.rows import bare
from tests.support.fakes import START, FakeClock, MemoryLedger

WORKING = bare()
DONE = replace(bare(), state=State.CONFIRMED, version=2)


class ChangingLedger(MemoryLedger):
    """A ledger in which the row becomes another one at some time."""

    def __init__(self, clock: FakeClock, after: Operation, at: int) -> None:
        super().__init__({WORKING.operation_id: WORKING})
        self._clock, self._after, self._at = clock, after, at

    def get(self, operation_id: str) -> Operation | None:
        if self._clock.monotonic() >= self._at:
            self.rows[WORKING.operation_id] = self._after
        return super().get(operation_id)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.mark.parametrize(
    "after",
    [DONE, replace(DONE, state=State.REJECTED), replace(WORKING, version=2, attention=Attention.NO_LOOKUP)],
    ids=["confirmed", "rejected", "stopped"],
)
def test_it_ends_soon_after_nothing_can_change_by_itself(clock: FakeClock, after: Operation) -> None:
    waiting = Waiting(ChangingLedger(clock, after, at=5_000), clock)
    assert waiting.settled(WORKING, 20_000, Budget(25_000)) == after
    assert 5_000 <= clock.monotonic() <= 5_000 + LONGEST_PAUSE


@pytest.mark.parametrize(("wait", "left", "longest"), [(10_000, 25_000, 10_000), (60_000, 25_000, 25_000 - RESERVE)])
def test_it_ends_in_time(clock: FakeClock, wait: int, left: int, longest: int) -> None:
    waiting = Waiting(MemoryLedger({WORKING.operation_id: WORKING}), clock)
    assert waiting.settled(WORKING, wait, Budget(left)) == WORKING
    assert longest - LONGEST_PAUSE <= clock.monotonic() <= longest


@pytest.mark.parametrize(
    ("operation", "wait", "left"), [(WORKING, 0, 25_000), (WORKING, 20_000, 0), (DONE, 20_000, 25_000)]
)
def test_it_does_not_even_begin(clock: FakeClock, operation: Operation, wait: int, left: int) -> None:
    ledger = MemoryLedger({operation.operation_id: operation})
    assert Waiting(ledger, clock).settled(operation, wait, Budget(left)) == operation
    assert (clock.now(), ledger.trips) == (START, 0)


def test_it_looks_less_and_less_often(clock: FakeClock) -> None:
    ledger = MemoryLedger({WORKING.operation_id: WORKING})
    Waiting(ledger, clock).settled(WORKING, 20_000, Budget(25_000))
    assert 20 <= ledger.trips <= 28


def test_a_superseded_operation_is_its_successor_however_far_away(clock: FakeClock) -> None:
    first = replace(bare("op_1"), state=State.SUPERSEDED, superseded_by="op_2")
    second = replace(bare("op_2"), state=State.REJECTED, superseded_by="op_3")
    third = replace(bare("op_3"), state=State.CONFIRMED)
    waiting = Waiting(MemoryLedger({row.operation_id: row for row in (first, second, third)}), clock)
    assert waiting.successor(first) == waiting.settled(first, 0, Budget(25_000)) == third
    assert waiting.successor(third) == third
