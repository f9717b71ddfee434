"""An outage of the store of credentials passes: the worker's message comes back, and nothing stops for a person."""

import pytest

from oncestep.application.accept import Reply
from oncestep.domain.errors import ConnectionsUnavailable
from oncestep.domain.states import State
from tests.support.world import World


@pytest.fixture
def world() -> World:
    return World()


def queued(world: World) -> Reply:
    return world.call("bare", respond_async=True)


def unknown(world: World) -> Reply:
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("listed")
    world.later(10_000)
    return reply


@pytest.mark.parametrize("situation", [queued, unknown], ids=["before it is sent", "before it is looked up"])
def test_a_passing_outage_of_the_credentials_stops_no_operation(world: World, situation: object) -> None:
    assert callable(situation)
    reply: Reply = situation(world)
    before = world.row(reply)
    world.connections.unavailable = True
    with pytest.raises(ConnectionsUnavailable):
        world.work_once()  # the message fails and comes back; the row waits as it was
    assert world.row(reply) == before
    world.connections.unavailable = False
    world.run(120_000)
    assert (world.row(reply).state, world.effects) == (State.CONFIRMED, 1)
