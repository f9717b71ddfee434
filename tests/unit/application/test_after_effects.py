"""Once a request was sent, whatever fails here, the caller gets the operation and no error, and the rest is made up."""

from dataclasses import dataclass

import pytest

from oncestep.application.ports import Outgoing
from oncestep.domain.outcomes import Evidence, NoAnswer, Stage
from oncestep.domain.redaction import MESSAGE_LENGTH
from oncestep.domain.states import State
from tests.support.fakes import MemoryLedger
from tests.support.provider import answer
from tests.support.world import World

OPENING, HUGE = "Mon, 01 Jan 2024 00:00:00 ", 99_999_999_999_999


@dataclass(slots=True)
class Fading(MemoryLedger):
    """Answers so many more requests once it is told to fade, and then none."""

    left: int | None = None

    def _trip(self) -> None:
        if self.left is not None:
            self.unavailable = self.left <= 0
            self.left -= 1
        MemoryLedger._trip(self)  # noqa: SLF001 - dataclasses with slots know no bare super


@pytest.fixture
def ledger() -> Fading:
    return Fading()


@pytest.fixture
def world(ledger: Fading) -> World:
    return World(ledger=ledger)


@pytest.mark.parametrize("wait", [None, 0, 5_000])
@pytest.mark.parametrize("left", range(4))
@pytest.mark.parametrize("behaviour", ["apply", "apply_and_lose", "apply_and_fail", "lose"])
@pytest.mark.parametrize("provider", ["keyed", "listed", "bare"])
def test_a_ledger_that_fails_after_the_request_is_no_error_to_the_caller(  # noqa: PLR0913, PLR0917 - a table of five
    world: World, ledger: Fading, provider: str, behaviour: str, left: int, wait: int | None
) -> None:
    def send_and_fade(request: Outgoing) -> Evidence:
        evidence: Evidence = getattr(world.provider, behaviour)(request)
        ledger.left = left
        return evidence

    world.provider.keyed = provider == "keyed"
    world.provider.next = [send_and_fade]
    reply = world.call(provider, wait=wait)
    assert reply.operation.operation_id == reply.operation_id
    ledger.left, ledger.unavailable = None, False
    world.run(600_000)
    row = world.row(reply)
    assert row.state is State.CONFIRMED or row.attention
    assert world.effects <= 1
    assert (row.state is State.CONFIRMED) <= (world.effects == 1)


@pytest.mark.parametrize("status", [429, 500])
@pytest.mark.parametrize("provider", ["keyed", "listed", "bare"])
def test_a_wait_that_no_calendar_has_is_none(world: World, provider: str, status: int) -> None:
    world.provider.keyed = provider == "keyed"
    world.provider.next = [lambda _: answer(status, {}, Retry_After=f"{OPENING}+{HUGE}")]
    reply = world.call(provider)
    assert reply.operation.attempts[0].summary.startswith(f"http_{status}")


def test_a_lookup_is_told_to_wait_for_a_moment_that_no_calendar_has(world: World) -> None:
    world.provider.listing = lambda _: answer(503, {}, Retry_After=f"{OPENING}+{HUGE}")
    reply = world.call_lost("listed")
    world.run(60_000)
    assert (world.row(reply).state, world.row(reply).lookups[0].result) == (State.UNKNOWN, "lookupfailed")


def test_a_defect_while_an_answer_is_read_leaves_the_operation_unknown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise TypeError("a defect")

    monkeypatch.setattr("oncestep.application.attempt.classify", fail)
    reply = world.call("bare")
    assert (reply.operation.state, world.effects) == (State.UNKNOWN, 1)
    assert reply.operation.attempts[0].summary == "sender_failed: TypeError: a defect"


def test_a_garbled_answer_s_first_line_is_cut(world: World) -> None:
    world.provider.next = [lambda _: NoAnswer(Stage.AFTER_WRITE, "unreadable_answer", detail="a" * 65_000)]
    assert len(world.call("bare").operation.attempts[0].summary) == len("unreadable_answer: ") + MESSAGE_LENGTH
