"""What follows when an owner settles its lookup."""

from dataclasses import replace

import pytest

from oncestep.domain.operation import AttemptResult, EntryKind, LookupMade, Operation
from oncestep.domain.outcomes import Absent, Ambiguous, Found, LookupFailed, LookupResult, NotApplied, Outcome
from oncestep.domain.resolve import MAX_LOOKUPS
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions import GRACE, Asked, Moment, Policy, record_late, settle_lookup
from tests.support.actions import DAY, LISTED, LOOKUP
from tests.support.fakes import START
from tests.unit.domain.resolve.kinds import UNBOUNDED
from tests.unit.domain.rows import confirmation, refusal
from tests.unit.domain.transitions.scenes import IN_FLIGHT, NOW, OPEN, POLICY, UNKNOWN, looking, sent, settled

FOUND, FAILED = Found(confirmation("thing-1")), LookupFailed("timeout")
SEVERAL = Ambiguous(("thing-1", "thing-2"))
UNAUTHORIZED = LookupFailed("lookup http_401", attention=Attention.CONNECTION)
COUNTS = START + LOOKUP.consistent_after + (LOOKUP.max_processing or 0)
"""When an absent counts: the attempts of these rows ended at START."""


def looked(result: LookupResult, row: Operation = OPEN, policy: Policy = POLICY, *, at: int = COUNTS) -> Operation:
    """The row after a lookup that was asked and answered at that time."""
    asked = Asked(at, len(row.attempts))
    claimed = row if row.state is State.IN_FLIGHT else looking(row)
    return settle_lookup(claimed, result, asked, policy=policy, at=Moment(at, 0.5))


def meanwhile(outcome: Outcome) -> Operation:
    """A row under lookup whose last attempt's sender spoke meanwhile."""
    return record_late(looking(OPEN), 2, outcome, policy=POLICY, at=NOW)


@pytest.mark.parametrize("result", [FOUND, FAILED, SEVERAL, UNAUTHORIZED, Absent()])
def test_every_lookup_is_put_on_record(result: LookupResult) -> None:
    row = looked(result)
    name = type(result).__name__.lower()
    assert row.lookups == (LookupMade(COUNTS, 2, name, 1),)
    detail = f"{name}: {result.reason}" if isinstance(result, LookupFailed) else name
    assert (EntryKind.LOOKED_UP, detail) in [(entry.kind, entry.detail) for entry in row.history]


def test_a_found_object_confirms_and_is_the_answer() -> None:
    row = looked(FOUND)
    assert row.state is State.CONFIRMED
    assert row.outcome
    assert row.outcome.remote_id == "thing-1"
    assert [one.result for one in row.attempts] == [AttemptResult.NOT_APPLIED, AttemptResult.CONFIRMED]


def test_an_absent_that_counts_frees_the_row_for_another_attempt() -> None:
    row = looked(Absent())
    assert (row.state, row.attention, row.lease_until) == (State.ACCEPTED, None, None)
    assert (row.next_at, row.due_at) == (COUNTS + 2_000, COUNTS + 2_000 + GRACE)


def test_an_absent_that_is_too_early_waits_until_it_counts() -> None:
    row = looked(Absent(), at=COUNTS - 3_000)
    assert (row.state, row.next_at) == (State.UNKNOWN, COUNTS)


def test_an_absent_counts_by_when_it_was_asked_not_by_when_it_was_answered() -> None:
    asked = Asked(COUNTS - 1, 2)
    row = settle_lookup(looking(OPEN), Absent(), asked, policy=POLICY, at=Moment(COUNTS + 5_000))
    assert row.state is State.UNKNOWN


def test_an_absent_without_a_stated_bound_needs_a_person() -> None:
    row = looked(Absent(), policy=Policy(UNBOUNDED, 90 * DAY), at=COUNTS + DAY)
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.LOOKUP_ABSENT)


def test_an_absent_after_a_refusal_rejects() -> None:
    refused = settled(sent(OPEN), refusal("sold out"))
    row = looked(Absent(), refused)
    assert (refused.state, row.state) == (State.UNKNOWN, State.REJECTED)
    assert row.outcome
    assert row.outcome.message == "sold out"


def test_a_lookup_that_failed_is_made_again_after_a_backoff() -> None:
    row = looked(FAILED)
    assert (row.state, row.next_at) == (State.UNKNOWN, COUNTS + 2_000)


def test_a_lookup_waits_as_long_as_it_is_told() -> None:
    assert looked(LookupFailed("lookup http_429", 90_000)).next_at == COUNTS + 90_000


def test_a_lookup_that_fails_again_and_again_needs_a_person() -> None:
    row = OPEN
    for made in range(MAX_LOOKUPS):
        assert row.attention is None, made
        row = looked(FAILED, row)
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.RETRIES_EXHAUSTED)


def test_refused_credentials_need_a_person() -> None:
    row = looked(UNAUTHORIZED)
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.CONNECTION)
    assert row.history[-1].detail == "connection: lookup http_401"


def test_several_objects_need_a_person_and_raise_an_alarm() -> None:
    row = looked(SEVERAL)
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.LOOKUP_AMBIGUOUS)
    assert [entry.detail for entry in row.history if entry.kind is EntryKind.DUPLICATE_EFFECT] == ["thing-1, thing-2"]


@pytest.mark.parametrize("result", [FOUND, FAILED, SEVERAL, UNAUTHORIZED, Absent()])
@pytest.mark.parametrize("at", [START, COUNTS])
def test_a_confirmation_that_came_meanwhile_settles_it_whatever_the_lookup_showed(
    result: LookupResult, at: int
) -> None:
    row = looked(result, meanwhile(confirmation("thing-1")), at=at)
    assert (row.state, row.attention, row.due_at) == (State.CONFIRMED, None, None)
    assert row.expires_at is not None


@pytest.mark.parametrize("result", [FAILED, UNAUTHORIZED, Absent()])
def test_a_refusal_that_came_meanwhile_settles_it_unless_an_object_is_there(result: LookupResult) -> None:
    row = looked(result, meanwhile(refusal("sold out")), at=START)
    assert (row.state, row.attention, row.due_at) == (State.REJECTED, None, None)


@pytest.mark.parametrize(("result", "state"), [(FOUND, State.CONFIRMED), (SEVERAL, State.UNKNOWN)])
@pytest.mark.parametrize("outcome", [refusal(), NotApplied("http_429", 429)], ids=["refused", "not_applied"])
def test_an_object_that_is_there_outweighs_what_a_sender_says(
    outcome: Outcome, result: LookupResult, state: State
) -> None:
    assert looked(result, meanwhile(outcome)).state is state


def test_a_row_whose_attempts_turned_out_not_applied_is_tried_again() -> None:
    row = looked(FAILED, meanwhile(NotApplied("http_429", 429)), at=START)
    assert (row.state, row.attention) == (State.ACCEPTED, None)


def test_the_attempt_that_is_under_way_is_not_looked_up() -> None:
    """A lookup of two attempts says nothing about the third that was sent after it."""
    row = settle_lookup(sent(OPEN), Absent(), Asked(COUNTS, 2), policy=POLICY, at=Moment(COUNTS))
    assert [one.result for one in row.attempts] == ["not_applied", "not_applied", "open"]
    assert row.state is State.UNKNOWN


@pytest.mark.parametrize("row", [IN_FLIGHT, settled(IN_FLIGHT, UNKNOWN)])
def test_lookups_of_an_earlier_round_do_not_count(row: Operation) -> None:
    before = tuple(LookupMade(START, 2, "lookupfailed", 1) for _ in range(MAX_LOOKUPS))
    again = replace(row, round=2, lookups=before)
    assert looked(FAILED, again, Policy(LISTED, 90 * DAY)).attention is None
