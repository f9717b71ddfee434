"""How a row stops, is announced to persons, and comes back as another round."""

from dataclasses import replace

import pytest

from oncestep.domain.contract import Action
from oncestep.domain.operation import MAX_RECORD, EntryKind, Operation
from oncestep.domain.resolve import Stop
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions import GRACE, Moment, NotThatWay, Policy, announce, note, redrive, stop
from tests.support.actions import BARE, DAY, KEYED
from tests.unit.domain.transitions.scenes import ACCEPTED, NOW, OPEN, OPEN_STOPPED, POLICY, STOPPED, noted


def redriven(row: Operation, action: Action, at: Moment = NOW) -> Operation:
    return redrive(row, round_=row.round, policy=Policy(action, 90 * DAY), at=at)


@pytest.mark.parametrize("attention", Attention)
@pytest.mark.parametrize("row", [ACCEPTED, OPEN], ids=["accepted", "unknown"])
def test_a_stop_keeps_the_state_and_says_why(row: Operation, attention: Attention) -> None:
    stopped = stop(replace(row, sweeps=7), Stop(attention, "in detail"), NOW)
    assert (stopped.state, stopped.attention, stopped.attention_at) == (row.state, attention, NOW.now)
    assert (stopped.due_at, stopped.sweeps) == (NOW.now + GRACE, 0)
    assert (stopped.history[-1].kind, stopped.history[-1].detail) == (EntryKind.STOPPED, f"{attention}: in detail")


def test_each_announcement_has_a_number_of_its_own() -> None:
    first = announce(STOPPED, NOW)
    assert [STOPPED.announcement, first.announcement, announce(first, NOW).announcement] == [0, 1, 2]


def test_an_announcement_that_is_not_noted_is_repeated_later_and_later() -> None:
    row, waits = STOPPED, []
    for _ in range(8):
        row = announce(row, NOW)
        waits.append(((row.due_at or 0) - NOW.now) // 60_000)
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]


def test_a_noted_stop_is_due_no_more_and_announced_no_more() -> None:
    row = note(announce(STOPPED, NOW), "message-1", round_=1, announcement=1, at=NOW)
    assert (row.noted, row.due_at, row.attention) == ("message-1", None, Attention.CONNECTION)
    with pytest.raises(NotThatWay, match="no dead letter stands for"):
        announce(row, NOW)


@pytest.mark.parametrize(
    ("round_", "announcement"),
    [(1, 1), (1, 3), (0, 2), (2, 2), (2, 1)],
)
def test_only_the_latest_announcement_of_the_current_round_is_noted(round_: int, announcement: int) -> None:
    twice = announce(announce(STOPPED, NOW), NOW)
    with pytest.raises(NotThatWay, match="only the latest announcement"):
        note(twice, "message-1", round_=round_, announcement=announcement, at=NOW)
    assert note(twice, "message-2", round_=1, announcement=2, at=NOW).noted == "message-2"


def test_a_second_message_is_not_noted() -> None:
    with pytest.raises(NotThatWay, match="only the latest announcement"):
        note(noted(STOPPED), "message-2", round_=1, announcement=1, at=NOW)


def test_a_redrive_opens_the_next_round_with_a_fresh_budget() -> None:
    row = redriven(noted(STOPPED), BARE)
    assert (row.state, row.round, row.round_started_at, row.used) == (State.ACCEPTED, 2, NOW.now, 0)
    assert (row.attention, row.attention_at, row.noted, row.sweeps) == (None, None, None, 0)
    assert (row.next_at, row.due_at) == (NOW.now, NOW.now + GRACE)
    assert row.history[-1].kind is EntryKind.REDRIVEN


@pytest.mark.parametrize("round_", [0, 2])
def test_a_dead_letter_of_another_round_opens_none(round_: int) -> None:
    with pytest.raises(NotThatWay, match="noted stop of the current round"):
        redrive(noted(STOPPED), round_=round_, policy=POLICY, at=NOW)


def test_a_redrive_before_the_note_opens_no_round() -> None:
    with pytest.raises(NotThatWay, match="noted stop of the current round"):
        redrive(announce(STOPPED, NOW), round_=1, policy=POLICY, at=NOW)


def test_redriving_twice_opens_one_round() -> None:
    once = redriven(noted(STOPPED), BARE)
    with pytest.raises(NotThatWay, match="noted stop of the current round"):
        redrive(once, round_=1, policy=POLICY, at=NOW)


def test_an_unknown_inside_the_key_s_window_is_tried_again() -> None:
    row = redriven(noted(OPEN_STOPPED), KEYED)
    assert (row.state, row.round, row.attention) == (State.UNKNOWN, 2, None)


@pytest.mark.parametrize(
    ("action", "at", "attention"),
    [
        (BARE, NOW, Attention.NO_LOOKUP),
        (KEYED, Moment(NOW.now + DAY), Attention.PROVIDER_WINDOW_CLOSED),
    ],
    ids=["bare", "keyed, too late"],
)
def test_an_unknown_without_a_safe_path_stops_again_in_the_next_round(
    action: Action, at: Moment, attention: Attention
) -> None:
    before = noted(OPEN_STOPPED)
    row = redriven(before, action, at)
    assert (row.state, row.round, row.attention) == (State.UNKNOWN, 2, attention)
    assert (row.noted, row.due_at, row.announcement) == (None, at.now + GRACE, before.announcement)
    assert [entry.kind for entry in row.history[-2:]] == [EntryKind.REDRIVEN, EntryKind.STOPPED]


def test_a_redrive_of_what_a_row_could_not_record_stops_again_at_once() -> None:
    long = replace(STOPPED, attempts=(replace(OPEN.attempts[0], summary="a" * MAX_RECORD),))
    row = redriven(noted(long), BARE)
    assert (row.round, row.state, row.attention) == (2, State.ACCEPTED, Attention.RETRIES_EXHAUSTED)
