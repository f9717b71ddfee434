"""A parent and its successor are written together or not at all."""

from dataclasses import replace

import pytest

from oncestep.application.ports import Conflict, Ledger
from oncestep.domain.states import State
from tests.suites.rows import bare, full

PARENT = replace(bare("op_parent"), state=State.REJECTED)
LINKED = replace(PARENT, version=2, superseded_by="op_successor", revision=1)
SUCCESSOR = replace(bare("op_successor"), parent="op_parent")


def test_both_are_written(ledger: Ledger) -> None:
    ledger.create(PARENT)
    ledger.create_successor(PARENT, LINKED, SUCCESSOR)
    assert ledger.get("op_parent") == LINKED
    assert ledger.get("op_successor") == SUCCESSOR


def test_neither_is_written_when_the_parent_has_changed(ledger: Ledger) -> None:
    current = replace(PARENT, version=5)
    ledger.create(current)
    with pytest.raises(Conflict) as lost:
        ledger.create_successor(PARENT, LINKED, SUCCESSOR)
    assert lost.value.current == current
    assert ledger.get("op_parent") == current
    assert ledger.get("op_successor") is None


def test_neither_is_written_when_there_is_a_successor_already(ledger: Ledger) -> None:
    ledger.create(PARENT)
    ledger.create(full("op_successor"))
    with pytest.raises(Conflict) as lost:
        ledger.create_successor(PARENT, LINKED, SUCCESSOR)
    assert lost.value.current == PARENT
    assert ledger.get("op_parent") == PARENT
    assert ledger.get("op_successor") == full("op_successor")


def test_neither_is_written_when_the_parent_is_gone(ledger: Ledger) -> None:
    with pytest.raises(Conflict) as lost:
        ledger.create_successor(PARENT, LINKED, SUCCESSOR)
    assert lost.value.current is None
    assert ledger.get("op_successor") is None


def test_a_parent_has_one_successor_however_often_it_is_tried(ledger: Ledger) -> None:
    ledger.create(PARENT)
    ledger.create_successor(PARENT, LINKED, SUCCESSOR)
    with pytest.raises(Conflict):
        ledger.create_successor(PARENT, LINKED, replace(SUCCESSOR, owner="second"))
    assert ledger.get("op_successor") == SUCCESSOR
