"""What persons do to a row: each verb is recorded with who, when and why."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from oncestep.domain.operation import MAX_RECORD, AttemptResult, EntryKind, Operation, Purpose
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions import (
    GRACE,
    NotThatWay,
    claim_send,
    dismiss,
    replay,
    resolve_confirmed,
    resolve_not_applied,
    supersede,
)
from tests.unit.domain.rows import KEPT_CONFIRMATION, LEASE, refusal
from tests.unit.domain.transitions.scenes import (
    ACCEPTED,
    ANN,
    IN_FLIGHT,
    NOW,
    OPEN,
    POLICY,
    SCENES,
    STOPPED,
    UNKNOWN,
    sent,
    settled,
)


def superseded(row: Operation, successor: str = "op_successor") -> Operation:
    return supersede(row, ANN, successor=successor, policy=POLICY, at=NOW)


@pytest.mark.parametrize(
    ("row", "kind", "detail"),
    [
        (replay(STOPPED, ANN, at=NOW), EntryKind.REPLAYED, "asked the shop"),
        (dismiss(OPEN, ANN, policy=POLICY, at=NOW), EntryKind.DISMISSED, "asked the shop"),
        (superseded(STOPPED), EntryKind.FIXED_FORWARD, "asked the shop"),
        (superseded(SCENES["rejected"]), EntryKind.FIXED_FORWARD, "asked the shop"),
        (
            resolve_confirmed(OPEN, KEPT_CONFIRMATION, ANN, policy=POLICY, at=NOW),
            EntryKind.RESOLVED,
            "confirmed: asked the shop",
        ),
        (resolve_not_applied(OPEN, ANN, policy=POLICY, at=NOW), EntryKind.RESOLVED, "not applied: asked the shop"),
    ],
)
def test_a_verb_is_recorded_with_who_when_and_why(row: Operation, kind: EntryKind, detail: str) -> None:
    entry = row.history[-1]
    assert (entry.kind, entry.who, entry.at, entry.detail) == (kind, "Ann", NOW.now, detail)


@pytest.mark.parametrize("scene", ["accepted", "stopped", "noted", "unknown", "u_stopped", "u_noted"])
def test_a_replay_opens_the_next_round(scene: str) -> None:
    row = replay(SCENES[scene], ANN, at=NOW)
    assert (row.state, row.round, row.used) == (SCENES[scene].state, 2, 0)
    assert (row.attention, row.noted, row.next_at, row.due_at) == (None, None, NOW.now, NOW.now + GRACE)


def test_a_replay_sends_the_same_request_under_the_next_round() -> None:
    claimed = claim_send(replay(STOPPED, ANN, at=NOW), owner="worker", lease_until=NOW.now + LEASE, at=NOW)
    assert (claimed.request, claimed.purpose) == (STOPPED.request, Purpose.SEND)
    assert [one.round for one in claimed.attempts] == [1, 2]


@pytest.mark.parametrize("scene", ["accepted", "stopped", "unknown", "u_noted"])
def test_a_dismissed_row_keeps_what_its_attempts_proved(scene: str) -> None:
    before = SCENES[scene]
    row = dismiss(before, ANN, policy=POLICY, at=NOW)
    assert (row.state, row.attempts, row.outcome) == (State.DISMISSED, before.attempts, None)


def test_a_stopped_row_that_is_fixed_forward_ends_with_a_link_to_its_successor() -> None:
    row = superseded(STOPPED)
    assert (row.state, row.superseded_by, row.revision) == (State.SUPERSEDED, "op_successor", 1)


def test_a_rejected_row_that_is_fixed_forward_stays_rejected_with_a_link() -> None:
    before = SCENES["rejected"]
    row = superseded(before)
    assert (row.state, row.superseded_by, row.revision) == (State.REJECTED, "op_successor", 1)
    assert (row.outcome, row.settled_at, row.expires_at) == (before.outcome, before.settled_at, before.expires_at)


def test_a_row_has_one_successor_at_most() -> None:
    with pytest.raises(NotThatWay, match="fixed forward"):
        superseded(superseded(SCENES["rejected"]), "op_another")


def test_a_person_who_states_that_it_was_applied_gives_the_result() -> None:
    row = resolve_confirmed(OPEN, KEPT_CONFIRMATION, ANN, policy=POLICY, at=NOW)
    assert (row.state, row.outcome, row.attempts) == (State.CONFIRMED, KEPT_CONFIRMATION, OPEN.attempts)


def test_a_person_who_states_that_it_was_not_applied_closes_every_open_attempt() -> None:
    row = resolve_not_applied(settled(sent(OPEN), UNKNOWN), ANN, policy=POLICY, at=NOW)
    assert (row.state, {one.result for one in row.attempts}) == (State.ACCEPTED, {AttemptResult.NOT_APPLIED})


def test_a_stop_stays_when_a_person_states_that_it_was_not_applied() -> None:
    row = resolve_not_applied(SCENES["u_stopped"], ANN, policy=POLICY, at=NOW)
    assert (row.state, row.attention) == (State.ACCEPTED, Attention.CONNECTION)


def test_a_refusal_counts_once_a_person_states_that_the_rest_was_not_applied() -> None:
    refused = settled(sent(OPEN), refusal("sold out"))
    row = resolve_not_applied(refused, ANN, policy=POLICY, at=NOW)
    assert row.state is State.REJECTED
    assert row.outcome
    assert row.outcome.message == "sold out"


@pytest.mark.parametrize(
    ("verb", "row", "says"),
    [
        (lambda row: replay(row, ANN, at=NOW), IN_FLIGHT, "accepted or unknown is replayed"),
        (lambda row: dismiss(row, ANN, policy=POLICY, at=NOW), IN_FLIGHT, "accepted or unknown is dismissed"),
        (superseded, ACCEPTED, "an accepted one with attention"),
        (lambda row: resolve_not_applied(row, ANN, policy=POLICY, at=NOW), ACCEPTED, "only an unknown operation"),
    ],
)
def test_a_verb_that_does_not_fit_says_when_it_would(
    verb: Callable[[Operation], Operation], row: Operation, says: str
) -> None:
    with pytest.raises(NotThatWay, match=says):
        verb(row)


def test_what_a_row_could_not_record_is_not_replayed() -> None:
    long = replace(OPEN, attempts=(replace(OPEN.attempts[0], summary="a" * MAX_RECORD),))
    with pytest.raises(NotThatWay, match="no room to record more tries; resolve it"):
        replay(long, ANN, at=NOW)
    assert resolve_confirmed(long, KEPT_CONFIRMATION, ANN, policy=POLICY, at=NOW).state is State.CONFIRMED
    assert dismiss(long, ANN, policy=POLICY, at=NOW).state is State.DISMISSED
