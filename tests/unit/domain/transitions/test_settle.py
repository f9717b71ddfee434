"""What follows when an owner settles its attempt: the answer, the next try, or a stop."""

from dataclasses import replace

import pytest

from oncestep.domain.contract import Action
from oncestep.domain.operation import EntryKind, Operation
from oncestep.domain.outcomes import NotApplied, Outcome, Unknown
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions import GRACE, Moment, Policy
from tests.support.actions import BARE, DAY, KEYED, LISTED, PROMISE, UNVERIFIED
from tests.unit.domain.rows import KEPT_CONFIRMATION, confirmation, fresh, refusal
from tests.unit.domain.transitions.scenes import BEFORE, NOT_APPLIED, NOW, POLICY, UNKNOWN, sent, settled

PATIENT = replace(KEYED, key=replace(PROMISE, min_retry_delay=30_000))


def first(outcome: Outcome, action: Action = KEYED, *, jitter: float = 0.5) -> Operation:
    """The first attempt ended so."""
    return settled(sent(fresh()), outcome, Policy(action, 90 * DAY), Moment(NOW.now, jitter))


def tried(times: int, outcome: Outcome, action: Action = KEYED, *, jitter: float = 0.5) -> Operation:
    row, policy = fresh(), Policy(action, 90 * DAY)
    for _ in range(times):
        row = settled(sent(row), outcome, policy, Moment(NOW.now, jitter))
    return row


def test_a_confirmation_is_kept_as_the_answer() -> None:
    row = first(confirmation("thing-1"))
    assert (row.state, row.outcome, row.settled_at) == (State.CONFIRMED, KEPT_CONFIRMATION, NOW.now)


def test_a_refusal_is_kept_as_the_answer() -> None:
    row = first(refusal("sold out"))
    assert row.state is State.REJECTED
    assert row.outcome
    assert (row.outcome.code, row.outcome.message) == ("invalid", "sold out")


@pytest.mark.parametrize("outcome", [NOT_APPLIED, UNKNOWN])
def test_what_settles_nothing_is_tried_again_after_a_backoff(outcome: Outcome) -> None:
    row = first(outcome)
    assert (row.next_at, row.due_at) == (NOW.now + 500, NOW.now + 500 + GRACE)
    assert (row.attention, row.sweeps, row.outcome) == (None, 0, None)


@pytest.mark.parametrize(("times", "wait"), [(1, 500), (2, 1_000), (3, 2_000)])
def test_the_backoff_grows_with_the_attempts(times: int, wait: int) -> None:
    assert tried(times, NOT_APPLIED, BARE).next_at == NOW.now + wait


@pytest.mark.parametrize("outcome", [NotApplied("http_429", 429, 9_000), Unknown("http_503", 503, 9_000)])
def test_a_longer_retry_after_wins(outcome: Outcome) -> None:
    assert first(outcome).next_at == NOW.now + 9_000


@pytest.mark.parametrize("outcome", [NOT_APPLIED, UNKNOWN, NotApplied("http_429", 429, 9_000)])
def test_a_provider_s_least_delay_is_kept(outcome: Outcome) -> None:
    assert first(outcome, PATIENT).next_at == NOW.now + 30_000


def test_an_unverified_promise_sets_no_delay() -> None:
    hasty = replace(UNVERIFIED, key=replace(PROMISE, verified=False, min_retry_delay=30_000))
    assert first(NOT_APPLIED, hasty).next_at == NOW.now + 500


@pytest.mark.parametrize("retry_after", [None, 60_000])
def test_what_has_just_become_unknown_is_looked_up_within_a_second(retry_after: int | None) -> None:
    row = first(Unknown("http_503", 503, retry_after), LISTED, jitter=0.999)
    assert (row.state, row.next_at - NOW.now) == (State.UNKNOWN, 999 if retry_after is None else 1_000)


@pytest.mark.parametrize("outcome", [NOT_APPLIED, UNKNOWN])
def test_the_last_try_of_a_round_stops(outcome: Outcome) -> None:
    row = tried(4, outcome)
    assert (row.attention, row.due_at) == (Attention.RETRIES_EXHAUSTED, NOW.now + GRACE)
    assert row.history[-1].kind is EntryKind.STOPPED


def test_a_wait_past_the_time_budget_stops_at_once() -> None:
    hurried = replace(KEYED, time_budget=NOW.now - BEFORE.now + 10_000)
    assert first(NotApplied("http_429", 429, 9_999), hurried).attention is None
    assert first(NotApplied("http_429", 429, 10_000), hurried).attention is Attention.RETRIES_EXHAUSTED


def test_a_wait_past_the_key_s_window_stops_at_once() -> None:
    row = first(Unknown("http_503", 503, DAY - 700_000))
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.PROVIDER_WINDOW_CLOSED)


@pytest.mark.parametrize(
    ("action", "attention"),
    [(BARE, Attention.NO_LOOKUP), (UNVERIFIED, Attention.CONTRACT_UNVERIFIED)],
    ids=["bare", "unverified"],
)
def test_an_unknown_that_nobody_can_resolve_stops_at_once(action: Action, attention: Attention) -> None:
    row = first(UNKNOWN, action)
    assert (row.state, row.attention, row.attention_at) == (State.UNKNOWN, attention, NOW.now)


@pytest.mark.parametrize("action", [KEYED, LISTED, BARE], ids=["keyed", "listed", "bare"])
def test_refused_credentials_stop_at_once(action: Action) -> None:
    row = first(NotApplied("http_401", 401, attention=Attention.CONNECTION, message="bad token"), action)
    assert (row.state, row.attention) == (State.ACCEPTED, Attention.CONNECTION)
    assert row.history[-1].detail == "connection: bad token"


def test_a_stop_without_a_message_gives_the_reason() -> None:
    row = first(NotApplied("address_refused", attention=Attention.CONNECTION))
    assert row.history[-1].detail == "connection: address_refused"


def test_the_owner_s_token_stays_until_the_next_claim() -> None:
    assert [first(outcome).owner for outcome in (NOT_APPLIED, UNKNOWN, confirmation())] == ["sender"] * 3


def test_a_row_that_is_tried_again_makes_progress() -> None:
    stalled = replace(sent(fresh()), sweeps=9)
    assert settled(stalled, NOT_APPLIED, POLICY).sweeps == 0
