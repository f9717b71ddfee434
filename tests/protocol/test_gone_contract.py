"""An operation whose contract is gone from the deployment stops, and a person can end it or wait for the contract."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from oncestep.domain.errors import UnknownAction, VerbRefused
from oncestep.domain.operation import StoredOutcome
from oncestep.domain.outcomes import Document
from oncestep.domain.states import Attention, State
from tests.support.world import World, Worlds, id_of

PROVIDERS = ("keyed", "listed", "bare")
Situation: TypeAlias = Callable[[World, str], None]


def queued(world: World, provider: str) -> None:
    world.call(provider, respond_async=True)


def in_flight(world: World, provider: str) -> None:
    world.provider.next = [world.applies_and_kills]
    world.killed(lambda: world.call(provider))


def unknown(world: World, provider: str) -> None:
    world.provider.next = [world.provider.apply_and_lose]
    world.call(provider)


SITUATIONS = {"queued": queued, "in flight": in_flight, "unknown": unknown}


def remove(world: World, provider: str) -> None:
    world.catalog.known = tuple(action for action in world.catalog.known if action.provider != provider)


@pytest.fixture
def stopped(worlds: Worlds) -> Callable[[str, str], World]:
    """A world in which the operation came into that situation, and then its contract went."""

    def stop(provider: str, situation: str) -> World:
        world = worlds(keyed=provider == "keyed")
        SITUATIONS[situation](world, provider)
        remove(world, provider)
        world.run(600_000)
        return world

    return stop


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_operation_stops_and_goes_on_once_the_contract_is_back(
    worlds: Worlds, provider: str, situation: str
) -> None:
    world = worlds(keyed=provider == "keyed")
    SITUATIONS[situation](world, provider)
    known = world.catalog.known
    remove(world, provider)
    world.run(600_000)
    row = world.row(id_of(provider))
    assert row.attention is (Attention.NO_LOOKUP if (provider, situation) == ("bare", "unknown") else Attention.STUCK)
    world.catalog.known = known
    if (provider, situation) in {("bare", "in flight"), ("bare", "unknown")}:
        with pytest.raises(VerbRefused, match="second effect"):  # there is no safe path with the contract either
            world.operate.replay(world.order(row.operation_id))
        return
    world.operate.replay(world.order(row.operation_id))
    world.run(600_000)
    assert (world.row(row.operation_id).state, world.effects) == (State.CONFIRMED, 1)


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_it_can_be_dismissed(stopped: Callable[[str, str], World], provider: str, situation: str) -> None:
    world = stopped(provider, situation)
    world.operate.dismiss(world.order(id_of(provider)))
    assert world.row(id_of(provider)).state is State.DISMISSED


@pytest.mark.parametrize("situation", ["in flight", "unknown"])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_it_can_be_resolved(stopped: Callable[[str, str], World], provider: str, situation: str) -> None:
    world = stopped(provider, situation)
    outcome = StoredOutcome(200, Document.of(b"{}", "application/json"), "thing-1")
    world.operate.resolve_confirmed(world.order(id_of(provider)), outcome)
    assert world.row(id_of(provider)).state is State.CONFIRMED


def test_nothing_new_is_taken_for_it(world: World) -> None:
    queued(world, "bare")
    remove(world, "bare")
    with pytest.raises(UnknownAction):
        world.call("bare", key="order-2")
    with pytest.raises(UnknownAction):
        world.operate.fix_forward(world.order(id_of("bare")), {"sku": "pen"})
