"""Two different remote objects of one operation: the alarm `duplicate_effect`, whichever way they come to light."""

import pytest

from oncestep.domain.operation import EntryKind, Operation
from oncestep.domain.outcomes import Ambiguous, Confirmed, Found
from oncestep.domain.states import State
from oncestep.domain.transitions import Asked, record_late, record_late_lookup, settle_lookup
from tests.unit.domain.rows import confirmation
from tests.unit.domain.transitions.scenes import NOW, OPEN, POLICY, SCENES, looking, sent, settled

ONE, OTHER = confirmation("thing-1"), confirmation("thing-2")
SENDING = sent(OPEN)
"""Three attempts: not applied, open, and one that its owner is sending."""


def answered(row: Operation, number: int, outcome: Confirmed) -> Operation:
    return record_late(row, number, outcome, policy=POLICY, at=NOW)


def found(row: Operation, outcome: Confirmed) -> Operation:
    asked = Asked(NOW.now, len(row.attempts))
    if row.state is State.IN_FLIGHT:
        return settle_lookup(row, Found(outcome), asked, policy=POLICY, at=NOW)
    return record_late_lookup(row, Found(outcome), asked, policy=POLICY, at=NOW)


def alarms(row: Operation) -> list[str]:
    return [entry.detail for entry in row.history if entry.kind is EntryKind.DUPLICATE_EFFECT]


def ways(first: Confirmed, second: Confirmed) -> dict[str, Operation]:
    """Every way in which two confirmations reach one row."""
    return {
        "two attempts": settled(answered(SENDING, 2, first), second),
        "one attempt twice": answered(answered(SENDING, 2, first), 2, second),
        "late in flight": answered(answered(SENDING, 1, first), 2, second),
        "answer, then lookup": found(answered(looking(OPEN), 2, first), second),
        "lookup, then answer": answered(found(OPEN, first), 2, second),
        "two lookups": found(found(OPEN, first), second),
        "answer, then late lookup": found(settled(SENDING, first), second),
        "answer after the close": answered(settled(SENDING, first), 2, second),
    }


@pytest.mark.parametrize(("way", "row"), ways(ONE, OTHER).items())
def test_two_objects_raise_one_alarm_that_names_the_second(way: str, row: Operation) -> None:
    (alarm,) = alarms(row)
    assert alarm.endswith("thing-2"), way


@pytest.mark.parametrize("row", ways(ONE, ONE).values(), ids=ways(ONE, ONE))
def test_the_same_object_twice_is_one_effect(row: Operation) -> None:
    assert alarms(row) == []


@pytest.mark.parametrize("row", [*ways(confirmation(None), OTHER).values(), *ways(ONE, confirmation(None)).values()])
def test_an_answer_that_names_no_object_raises_no_alarm(row: Operation) -> None:
    assert alarms(row) == []


@pytest.mark.parametrize("scene", [name for name in SCENES if name not in {"in_flight", "overdue"}])
def test_a_lookup_that_shows_several_raises_it_in_every_state(scene: str) -> None:
    before = SCENES[scene]
    asked = Asked(NOW.now, len(before.attempts))
    row = record_late_lookup(before, Ambiguous(("thing-1", "thing-2")), asked, policy=POLICY, at=NOW)
    assert alarms(row) == ["thing-1, thing-2"]
    assert row.state is before.state


def test_a_refused_operation_has_no_object_to_differ_from() -> None:
    assert alarms(answered(SCENES["rejected"], 1, OTHER)) == []
