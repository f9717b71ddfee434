"""Evidence whose bearer no longer owns the row: it is appended in any state, and settles only what it may."""

import pytest

from oncestep.domain.operation import AttemptResult, EntryKind, Operation
from oncestep.domain.outcomes import Absent, Ambiguous, Found, LookupFailed, LookupResult, Outcome
from oncestep.domain.states import State
from oncestep.domain.transitions import Asked, record_late, record_late_lookup
from tests.support.fakes import START
from tests.unit.domain.rows import confirmation, refusal
from tests.unit.domain.transitions.scenes import (
    IN_FLIGHT,
    NOT_APPLIED,
    NOW,
    OPEN,
    POLICY,
    SCENES,
    UNKNOWN,
    sent,
    settled,
)

OPEN_SCENES = [name for name, row in SCENES.items() if not row.state.terminal]
CLOSED_SCENES = ["rejected", "dismissed", "superseded"]
OUTCOMES: dict[str, Outcome] = {
    "confirmed": confirmation("thing-1"),
    "rejected": refusal(),
    "notapplied": NOT_APPLIED,
    "unknown": UNKNOWN,
}


def late(row: Operation, outcome: Outcome, number: int | None = None) -> Operation:
    return record_late(row, number or len(row.attempts), outcome, policy=POLICY, at=NOW)


def late_lookup(row: Operation, result: LookupResult, *, through: int | None = None, at: int = NOW.now) -> Operation:
    asked = Asked(at, len(row.attempts) if through is None else through)
    return record_late_lookup(row, result, asked, policy=POLICY, at=NOW)


def news(before: Operation, after: Operation) -> list[tuple[EntryKind, str]]:
    return [(entry.kind, entry.detail) for entry in after.history[len(before.history) :]]


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_late_answer_is_on_record_in_every_state(scene: str, outcome: str) -> None:
    before = SCENES[scene]
    entry = late(before, OUTCOMES[outcome]).history[len(before.history)]
    assert (entry.at, entry.who) == (NOW.now, "oncestep")
    assert entry.detail.startswith(f"attempt {len(before.attempts)}: {outcome}")


@pytest.mark.parametrize("scene", OPEN_SCENES)
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_late_answer_to_an_open_row_raises_no_alarm(scene: str, outcome: str) -> None:
    before = SCENES[scene]
    assert [kind for kind, _ in news(before, late(before, OUTCOMES[outcome]))] == [EntryKind.LATE_EVIDENCE]


@pytest.mark.parametrize("scene", OPEN_SCENES)
def test_a_late_lookup_is_on_record(scene: str) -> None:
    after = late_lookup(SCENES[scene], Absent())
    assert after.lookups[-1].result == "absent"
    assert after.history[-1].kind is EntryKind.LOOKED_UP


@pytest.mark.parametrize("scene", ["in_flight", "overdue", "looking"])
def test_a_row_in_flight_only_remembers(scene: str) -> None:
    before = SCENES[scene]
    after = late(before, confirmation("thing-1"), number=1)
    assert (after.state, after.owner, after.lease_until) == (State.IN_FLIGHT, before.owner, before.lease_until)
    assert after.attempts[0].result is AttemptResult.CONFIRMED


@pytest.mark.parametrize("outcome", [refusal(), NOT_APPLIED, UNKNOWN])
def test_what_a_row_in_flight_remembers_settles_with_its_owner(outcome: Outcome) -> None:
    told = late(IN_FLIGHT, confirmation("thing-1"), number=1)
    row = settled(told, outcome)
    assert row.state is State.CONFIRMED
    assert row.outcome
    assert row.outcome.remote_id == "thing-1"


def test_a_late_refusal_of_one_attempt_does_not_speak_for_another() -> None:
    row = late(settled(sent(OPEN), UNKNOWN), refusal(), number=3)
    assert (row.state, [one.result for one in row.attempts]) == (State.UNKNOWN, ["not_applied", "open", "rejected"])


def test_a_late_absent_does_not_speak_of_a_newer_attempt() -> None:
    row = late_lookup(settled(sent(OPEN), UNKNOWN), Absent(), through=2)
    assert (row.state, [one.result for one in row.attempts]) == (State.UNKNOWN, ["not_applied", "not_applied", "open"])


def test_a_late_absent_that_was_asked_too_early_says_nothing() -> None:
    row = late_lookup(OPEN, Absent(), at=START + 5_999)
    assert (row.state, row.attempts) == (State.UNKNOWN, OPEN.attempts)


@pytest.mark.parametrize("result", [LookupFailed("timeout"), Ambiguous(("thing-1", "thing-2"))])
def test_a_late_lookup_that_decides_nothing_settles_nothing(result: LookupResult) -> None:
    row = late_lookup(OPEN, result)
    assert (row.state, row.attention, row.attempts) == (State.UNKNOWN, None, OPEN.attempts)


@pytest.mark.parametrize("scene", ["u_stopped", "u_noted", "stopped", "noted"])
def test_a_late_confirmation_ends_the_stop(scene: str) -> None:
    row = late(SCENES[scene], confirmation())
    assert (row.state, row.attention, row.noted) == (State.CONFIRMED, None, None)


@pytest.mark.parametrize("scene", ["u_stopped", "u_noted"])
def test_a_late_answer_that_frees_a_stopped_row_leaves_it_to_a_person(scene: str) -> None:
    before = SCENES[scene]
    row = late(before, NOT_APPLIED)
    assert (row.state, row.attention, row.noted) == (State.ACCEPTED, before.attention, before.noted)


@pytest.mark.parametrize("scene", CLOSED_SCENES)
def test_an_effect_after_the_close_raises_an_alarm(scene: str) -> None:
    before = SCENES[scene]
    answer = late(before, confirmation("thing-9"), number=1)
    found = late_lookup(before, Found(confirmation("thing-9")))
    assert news(before, answer) == [(EntryKind.EFFECT_AFTER_CLOSE, "attempt 1: confirmed thing-9")]
    assert news(before, found) == [(EntryKind.EFFECT_AFTER_CLOSE, "lookup thing-9")]


@pytest.mark.parametrize("scene", CLOSED_SCENES)
def test_an_effect_without_an_id_after_the_close_raises_an_alarm_too(scene: str) -> None:
    before = SCENES[scene]
    assert news(before, late_lookup(before, Found(confirmation(None)))) == [(EntryKind.EFFECT_AFTER_CLOSE, "lookup")]


@pytest.mark.parametrize("scene", [*CLOSED_SCENES, "confirmed"])
@pytest.mark.parametrize("outcome", ["rejected", "notapplied", "unknown"])
def test_no_effect_after_the_close_is_no_alarm(scene: str, outcome: str) -> None:
    (entry,) = late(SCENES[scene], OUTCOMES[outcome]).history[len(SCENES[scene].history) :]
    assert entry.kind is EntryKind.LATE_EVIDENCE
