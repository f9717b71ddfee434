"""One row that cannot be swept holds up no other, and is no secret."""

from dataclasses import dataclass, field

import pytest

from oncestep.application.reconcile import BATCH
from oncestep.domain.errors import LedgerUnavailable
from oncestep.domain.operation import Operation
from oncestep.domain.states import State
from tests.support.fakes import MemoryLedger
from tests.support.world import World, id_of


@dataclass(slots=True)
class Holed(MemoryLedger):
    """Has rows that no code of this release can read."""

    unreadable: set[str] = field(default_factory=set)

    def get(self, operation_id: str) -> Operation | None:
        if operation_id in self.unreadable:
            raise ValueError("'word_of_next_release' is not a valid Attention")
        return MemoryLedger.get(self, operation_id)


@pytest.fixture
def ledger() -> Holed:
    return Holed()


@pytest.fixture
def world(ledger: Holed) -> World:
    return World(ledger=ledger)


def lost(world: World, key: str) -> str:
    """An accepted operation whose message is lost: only the sweep brings it back."""
    world.queue.unavailable = True
    reply = world.call("bare", key=key, respond_async=True)
    world.queue.unavailable = False
    world.later(1)
    return reply.operation_id


@pytest.mark.parametrize("bad", [1, 2 * BATCH + 1])
def test_rows_that_cannot_be_read_hold_up_no_other(world: World, ledger: Holed, bad: int) -> None:
    ledger.unreadable = {lost(world, f"bad-{number}") for number in range(bad)}
    good = lost(world, "good")
    world.later(60_000)
    with pytest.raises(ExceptionGroup, match="could not sweep") as raised:
        world.sweep()
    assert len(raised.value.exceptions) == bad
    world.drain()
    assert world.row(good).state is State.CONFIRMED
    assert world.signals.counts["ReconcileBacklog"] == bad + 1


def test_rows_that_stay_overdue_are_swept_once_and_hold_up_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(2 * BATCH + 1):
        lost(world, f"order-{number}")
    world.later(60_000)
    swept: list[str] = []
    monkeypatch.setattr(type(world.reconcile), "_sweep", lambda _, operation_id: swept.append(operation_id))
    world.sweep()
    assert len(swept) == len(set(swept)) == 2 * BATCH + 1


def test_what_is_raised_names_the_row(world: World, ledger: Holed) -> None:
    ledger.unreadable = {lost(world, "bad")}
    world.later(60_000)
    with pytest.raises(ExceptionGroup, match=id_of("bare", "bad")) as raised:
        world.sweep()
    assert raised.value.exceptions[0].__notes__ == [f"while sweeping {id_of('bare', 'bad')}"]


def test_a_ledger_that_is_out_of_reach_ends_the_sweep(world: World, ledger: Holed) -> None:
    lost(world, "good")
    world.later(60_000)
    ledger.unavailable = True
    with pytest.raises(LedgerUnavailable):
        world.sweep()
