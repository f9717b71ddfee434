"""How the sweep paces itself, and gives up."""

from dataclasses import replace

import pytest

from oncestep.domain.operation import Operation
from oncestep.domain.resolve import MAX_SWEEPS
from oncestep.domain.states import Attention
from oncestep.domain.transitions import GRACE, sweep
from tests.unit.domain.transitions.scenes import ACCEPTED, IN_FLIGHT, NOW, OPEN

MINUTE = 60_000


def swept(row: Operation, times: int) -> Operation:
    for _ in range(times):
        row = sweep(row, NOW)
    return row


@pytest.mark.parametrize("row", [ACCEPTED, OPEN, IN_FLIGHT], ids=["accepted", "unknown", "in_flight"])
def test_the_sweep_comes_again_later_and_later(row: Operation) -> None:
    waits = [(swept(row, times).due_at or 0) - NOW.now for times in range(1, MAX_SWEEPS + 1)]
    assert [wait // MINUTE for wait in waits] == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]


@pytest.mark.parametrize("row", [ACCEPTED, OPEN, IN_FLIGHT], ids=["accepted", "unknown", "in_flight"])
def test_a_sweep_changes_nothing_else(row: Operation) -> None:
    after = sweep(row, NOW)
    expected = replace(row, version=row.version + 1, updated_at=NOW.now, sweeps=1, due_at=NOW.now + MINUTE)
    assert after == expected


@pytest.mark.parametrize("row", [ACCEPTED, OPEN], ids=["accepted", "unknown"])
def test_a_row_that_makes_no_progress_stops_as_stuck(row: Operation) -> None:
    stuck = swept(row, MAX_SWEEPS + 1)
    assert (stuck.state, stuck.attention) == (row.state, Attention.STUCK)
    assert (stuck.due_at, stuck.sweeps) == (NOW.now + GRACE, 0)
    assert stuck.history[-1].detail == "stuck: enqueued 10 times without progress"


def test_a_row_in_flight_waits_for_a_worker_however_long() -> None:
    row = swept(IN_FLIGHT, 100)
    assert (row.state, row.attention, row.due_at) == (IN_FLIGHT.state, None, NOW.now + 60 * MINUTE)
