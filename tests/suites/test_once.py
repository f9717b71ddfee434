"""What every `Once` does: claim, perform, settle; and perform nothing when the claim is lost."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from oncestep.application.ports import ClaimedEffect, Once
from oncestep.domain.errors import KeyReused, LedgerUnavailable, OncestepError
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import Confirmed, Document, NotApplied, Outcome, Unknown
from oncestep.domain.states import State
from tests.suites.rows import bare, full
from tests.support.fakes import START

CLAIM = replace(bare("op_full"), state=State.IN_FLIGHT, owner="us", lease_until=START + 27_000)
CONFIRMED = Confirmed(201, Document.of(b"\x00\xff", "application/octet-stream"), "thing-1")
OTHERS = {
    "confirmed": full(),
    "rejected": replace(full(), state=State.REJECTED),
    "in flight": replace(CLAIM, owner="them"),
    "in flight past its lease": replace(CLAIM, owner="them", lease_until=1),
    "unknown": replace(CLAIM, state=State.UNKNOWN, lease_until=None),
    "expired": replace(full(), expires_at=1),
}


@dataclass
class Recorder:
    """The three steps of an effect, in the order in which they were taken."""

    winner: Operation | None = None
    outcome: Callable[[], Outcome] = lambda: CONFIRMED
    steps: list[str] = field(default_factory=list)
    settled_as: list[Outcome] = field(default_factory=list)

    def effect(self) -> ClaimedEffect:
        return ClaimedEffect(CLAIM, self._claim, self._perform, self._settle)

    def _claim(self) -> Operation | None:
        self.steps.append("claim")
        return self.winner

    def _perform(self) -> Outcome:
        self.steps.append("perform")
        return self.outcome()

    def _settle(self, outcome: Outcome) -> Operation:
        self.steps.append("settle")
        self.settled_as.append(outcome)
        return full()


def raising(error: Exception) -> Callable[[], Outcome]:
    def perform() -> Outcome:
        raise error

    return perform


@pytest.mark.parametrize("outcome", [CONFIRMED, NotApplied("http_429"), Unknown("timeout")])
def test_a_claimed_effect_is_performed_once_and_settled_with_what_it_proved(once: Once, outcome: Outcome) -> None:
    recorder = Recorder(outcome=lambda: outcome)
    assert once.run(recorder.effect()) == (full(), True)
    assert recorder.steps == ["claim", "perform", "settle"]
    assert recorder.settled_as == [outcome]


@pytest.mark.parametrize("winner", OTHERS.values(), ids=OTHERS.keys())
def test_a_lost_claim_performs_nothing_and_gets_the_row_that_is_in_the_way(once: Once, winner: Operation) -> None:
    recorder = Recorder(winner=winner)
    assert once.run(recorder.effect()) == (winner, False)
    assert recorder.steps == ["claim"]


@pytest.mark.parametrize("winner", OTHERS.values(), ids=OTHERS.keys())
def test_the_same_key_with_other_parameters_is_refused_whatever_the_state(once: Once, winner: Operation) -> None:
    recorder = Recorder(winner=replace(winner, fingerprint="other", input_digest="other"))
    with pytest.raises(KeyReused) as refused:
        once.run(recorder.effect())
    assert (refused.value.operation_id, refused.value.idempotency_key) == ("op_full", "order-1")
    assert recorder.steps == ["claim"]


def test_the_same_key_on_another_connection_is_refused_with_the_names_of_both(once: Once) -> None:
    winner = replace(full(), connection="live", fingerprint="other")
    with pytest.raises(KeyReused, match=f"it runs on 'live', and this call is for '{CLAIM.connection}'"):
        once.run(Recorder(winner=winner).effect())


def test_the_same_key_with_other_input_is_refused_as_that(once: Once) -> None:
    winner = replace(full(), fingerprint="other", input_digest="other")
    with pytest.raises(KeyReused, match="an operation with other input"):
        once.run(Recorder(winner=winner).effect())


def test_the_same_input_means_the_same_even_when_a_contract_has_changed_its_canonical_form(once: Once) -> None:
    winner = replace(full(), fingerprint="by the older contract")
    assert once.run(Recorder(winner=winner).effect()) == (winner, False)


def test_a_ledger_that_cannot_be_reached_is_told_as_it_is_and_nothing_is_performed(once: Once) -> None:
    performed: list[str] = []

    def claim() -> Operation | None:
        raise LedgerUnavailable("the ledger is unavailable")

    def perform() -> Outcome:
        performed.append("performed")
        return CONFIRMED

    with pytest.raises(LedgerUnavailable):
        once.run(ClaimedEffect(CLAIM, claim, perform, lambda _: full()))
    assert performed == []


def test_what_goes_wrong_in_settling_is_told_as_it_is(once: Once) -> None:
    def settle(_: Outcome) -> Operation:
        raise OncestepError("settling failed")

    with pytest.raises(OncestepError, match="settling failed"):
        once.run(ClaimedEffect(CLAIM, lambda: None, lambda: CONFIRMED, settle))


def test_two_runs_through_one_object_know_nothing_of_each_other(once: Once) -> None:
    first, second = Recorder(), Recorder()
    once.run(first.effect())
    once.run(second.effect())
    assert first.steps == second.steps == ["claim", "perform", "settle"]


def test_an_exception_of_ours_leaves_the_attempt_unknown_and_goes_on(once: Once) -> None:
    recorder = Recorder(outcome=raising(RuntimeError("a defect")))
    with pytest.raises(RuntimeError, match="a defect"):
        once.run(recorder.effect())
    assert recorder.steps == ["claim", "perform", "settle"]
    assert recorder.settled_as == [Unknown("sender_failed")]
