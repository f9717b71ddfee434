"""A world of fakes with API Gateway before it."""

import pytest

from tests.support.provider import answers
from tests.support.world import World
from tests.unit.runtime.gateway import Gateway


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def gateway(world: World) -> Gateway:
    return Gateway(world)


@pytest.fixture
def stopped(world: World, gateway: Gateway) -> Gateway:
    """A gateway to an operation of which nobody knows whether it was applied."""
    world.provider.next = [world.provider.lose]
    gateway.post()
    world.later(120_000)
    return gateway


@pytest.fixture
def rejected(world: World, gateway: Gateway) -> Gateway:
    """A gateway to an operation that the provider refused."""
    world.provider.next = [answers(422)]
    gateway.post()
    return gateway
