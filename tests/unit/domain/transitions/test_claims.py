"""How a row gets an owner, and how a lease that is over takes it away again."""

from dataclasses import replace

import pytest

from oncestep.domain.operation import AttemptResult, EntryKind, Operation, Purpose
from oncestep.domain.states import State
from oncestep.domain.transitions import GRACE, Moment, NotThatWay, claim_lookup, claim_send, lapse, record_late
from tests.support.fakes import START
from tests.unit.domain.rows import LEASE, confirmation, fresh, refusal
from tests.unit.domain.transitions.scenes import NOW, OPEN, POLICY, looking, sent

UNTIL = NOW.now + LEASE


def test_a_claim_to_send_adds_an_open_attempt_for_the_length_of_its_lease() -> None:
    claimed = claim_send(fresh(), owner="worker-1", lease_until=UNTIL, at=NOW)
    (attempt,) = claimed.attempts
    assert (attempt.number, attempt.round, attempt.result) == (1, 1, AttemptResult.OPEN)
    assert (attempt.started_at, attempt.hard_end) == (NOW.now, UNTIL)


def test_a_claimed_row_is_its_owner_s_until_the_lease_ends() -> None:
    claimed = claim_send(fresh(), owner="worker-1", lease_until=UNTIL, at=NOW)
    assert (claimed.owner, claimed.purpose) == ("worker-1", Purpose.SEND)
    assert claimed.lease_until == claimed.due_at == UNTIL


def test_another_attempt_goes_behind_those_that_there_are() -> None:
    again = claim_send(replace(OPEN, round=3), owner="worker-2", lease_until=UNTIL, at=NOW)
    assert again.attempts[:2] == OPEN.attempts
    assert (again.attempts[2].number, again.attempts[2].round) == (3, 3)


def test_a_claim_to_look_up_adds_no_attempt() -> None:
    claimed = claim_lookup(OPEN, owner="worker-1", lease_until=UNTIL, at=NOW)
    assert (claimed.state, claimed.purpose, claimed.owner) == (State.IN_FLIGHT, Purpose.LOOK_UP, "worker-1")
    assert (claimed.attempts, claimed.due_at) == (OPEN.attempts, UNTIL)


def test_a_lease_that_is_over_leaves_it_unknown_and_takes_the_owner_away() -> None:
    lapsed = lapse(sent(fresh(), lease_until=UNTIL), policy=POLICY, at=Moment(UNTIL))
    assert (lapsed.state, lapsed.owner, lapsed.next_at, lapsed.due_at) == (State.UNKNOWN, None, UNTIL, UNTIL + GRACE)
    assert lapsed.history[-1].kind is EntryKind.LEASE_LAPSED


def test_a_lease_lives_to_its_last_millisecond() -> None:
    with pytest.raises(NotThatWay, match="only a lease that is over lapses"):
        lapse(sent(fresh(), lease_until=UNTIL), policy=POLICY, at=Moment(UNTIL - 1))


def test_a_lease_that_is_over_does_not_say_that_nothing_was_sent() -> None:
    """Time never decides an outcome (law 3)."""
    lapsed = lapse(sent(fresh(), lease_until=START + 1), policy=POLICY, at=Moment(START + 10**12))
    assert (lapsed.state, lapsed.attempts[0].result) == (State.UNKNOWN, AttemptResult.OPEN)


@pytest.mark.parametrize("row", [sent(OPEN), looking(OPEN)], ids=["sending", "looking"])
def test_a_confirmation_that_came_meanwhile_settles_it_when_the_lease_ends(row: Operation) -> None:
    told = record_late(row, 2, confirmation("thing-1"), policy=POLICY, at=NOW)
    lapsed = lapse(told, policy=POLICY, at=Moment(UNTIL))
    assert lapsed.state is State.CONFIRMED
    assert lapsed.outcome
    assert lapsed.outcome.remote_id == "thing-1"


def test_a_refusal_of_an_earlier_attempt_leaves_the_lapsed_one_unknown() -> None:
    told = record_late(sent(OPEN), 2, refusal(), policy=POLICY, at=NOW)
    assert lapse(told, policy=POLICY, at=Moment(UNTIL)).state is State.UNKNOWN
