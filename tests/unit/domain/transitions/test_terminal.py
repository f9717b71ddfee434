"""Settled rows: they never change state, nothing is due of them, and only they ever expire (law 6)."""

from dataclasses import replace

import pytest

from oncestep.domain.operation import Operation
from oncestep.domain.transitions import NotThatWay, Policy
from tests.support.actions import DAY, LISTED
from tests.unit.domain.rows import refusal
from tests.unit.domain.transitions.scenes import BEFORE, IN_FLIGHT, MOVES, SCENES, settled


def after(move: str, scene: str) -> Operation | None:
    try:
        return MOVES[move](SCENES[scene])
    except NotThatWay:
        return None


CHANGES = {f"{move} {scene}": row for move in MOVES for scene in SCENES if (row := after(move, scene))}
ROWS = pytest.mark.parametrize("row", [*SCENES.values(), *CHANGES.values()], ids=[*SCENES, *CHANGES])
OF_SETTLED = [(move, scene) for move, scene in map(str.split, CHANGES) if SCENES[scene].state.terminal]


@pytest.mark.parametrize(("move", "scene"), OF_SETTLED)
def test_a_settled_row_keeps_its_state_answer_and_times(move: str, scene: str) -> None:
    row = CHANGES[f"{move} {scene}"]
    kept = replace(
        SCENES[scene],
        version=row.version,
        updated_at=row.updated_at,
        history=row.history,
        superseded_by=row.superseded_by,
        revision=row.revision,
    )
    assert row == kept


@ROWS
def test_a_row_expires_if_and_only_if_it_is_settled(row: Operation) -> None:
    assert (row.expires_at is not None, row.settled_at is not None) == (row.state.terminal, row.state.terminal)


@ROWS
def test_a_settled_row_waits_for_nothing(row: Operation) -> None:
    waits = [row.attention, row.attention_at, row.noted, row.lease_until, row.purpose, row.due_at]
    assert any(waits) is not row.state.terminal


@pytest.mark.parametrize("days", [1, 90, 400])
def test_a_row_expires_its_retention_after_it_was_settled(days: int) -> None:
    closed = settled(IN_FLIGHT, refusal(), Policy(LISTED, days * DAY))
    assert closed.settled_at == BEFORE.now
    assert closed.expires_at == BEFORE.now // 1000 + days * 86_400
