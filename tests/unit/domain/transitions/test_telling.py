"""What callers are to be told, what a row remembers of it, and when the sweep must look at it again."""

from dataclasses import replace

import pytest

from oncestep.domain.operation import Event, Operation
from oncestep.domain.resolve import Stop
from oncestep.domain.states import Attention, State, Status
from oncestep.domain.transitions import GRACE, Moment, NotThatWay, note, put_off, stop, subscribe, told
from oncestep.domain.transitions.rows import closed
from tests.unit.domain.rows import fresh
from tests.unit.domain.transitions.scenes import NOW, POLICY

URL, OTHER = "https://caller.example/", "https://other.example/"
LATER = Moment(NOW.now + 5_000)
ASKED = replace(fresh(), callback_urls=(URL,))
REASON = Stop(Attention.CONNECTION, "the credentials were refused")


def stopped() -> Operation:
    """It stopped, its caller wants to be told, and no dead letter stands for it yet."""
    return stop(ASKED, REASON, NOW)


def test_a_stop_is_an_event_of_the_very_write_that_makes_it() -> None:
    row = stopped()
    detail = "connection: the credentials were refused"
    event = Event(row.version, NOW.now, Status.NEEDS_INPUT, State.ACCEPTED, Attention.CONNECTION, detail)
    assert row.events == (event,)


@pytest.mark.parametrize(
    ("state", "status"), [(State.DISMISSED, Status.FAILED), (State.CONFIRMED, Status.SUCCEEDED)], ids=str
)
def test_an_end_is_an_event_and_the_sweep_comes_for_it(state: State, status: Status) -> None:
    row = closed(ASKED, state, POLICY, NOW)
    assert [(event.status, event.state, event.number) for event in row.events] == [(status, state, row.version)]
    assert row.due_at == NOW.now + GRACE


def test_without_an_address_nothing_is_an_event_and_no_end_is_due() -> None:
    assert stop(fresh(), REASON, NOW).events == ()
    row = closed(fresh(), State.CONFIRMED, POLICY, NOW)
    assert (row.events, row.due_at) == ((), None)


def test_that_it_gave_way_to_another_is_no_event() -> None:
    row = closed(ASKED, State.SUPERSEDED, POLICY, NOW)
    assert (row.events, row.due_at) == ((), None)


def test_an_end_that_has_been_told_rests() -> None:
    row = closed(ASKED, State.CONFIRMED, POLICY, NOW)
    rested = told(row, row.events, LATER)
    assert (rested.events, rested.due_at, rested.version) == ((), None, row.version + 1)


def test_a_stop_that_has_been_told_is_still_due_until_its_dead_letter_is_noted() -> None:
    row = stopped()
    waiting = told(row, row.events, LATER)
    assert (waiting.events, waiting.due_at) == ((), row.due_at)
    noted = note(replace(waiting, announcement=1), "message-1", round_=1, announcement=1, at=LATER)
    assert noted.due_at is None


def test_a_noted_stop_is_due_until_it_has_been_told() -> None:
    noted = note(replace(stopped(), announcement=1), "message-1", round_=1, announcement=1, at=LATER)
    assert noted.due_at == LATER.now + GRACE
    assert told(noted, noted.events, LATER).due_at is None


def test_what_happens_while_others_are_told_is_kept() -> None:
    row = stopped()
    ended = closed(row, State.DISMISSED, POLICY, LATER)
    left = told(ended, row.events, LATER)
    assert [event.state for event in left.events] == [State.DISMISSED]
    assert left.due_at == ended.due_at


def test_what_has_been_told_is_not_told_again() -> None:
    row = stopped()
    with pytest.raises(NotThatWay):
        told(told(row, row.events, NOW), row.events, LATER)


def test_the_sweep_comes_later_and_later_for_what_cannot_be_told() -> None:
    once = put_off(stopped(), NOW)
    twice = put_off(once, NOW)
    assert NOW.now < (once.due_at or 0) < (twice.due_at or 0)
    with pytest.raises(NotThatWay):
        put_off(fresh(), NOW)


def test_further_addresses_are_added_behind_the_first() -> None:
    assert subscribe(ASKED, OTHER, NOW).callback_urls == (URL, OTHER)


def test_nobody_subscribes_twice_or_to_what_has_ended() -> None:
    with pytest.raises(NotThatWay):
        subscribe(ASKED, URL, NOW)
    with pytest.raises(NotThatWay):
        subscribe(closed(ASKED, State.CONFIRMED, POLICY, NOW), OTHER, NOW)
