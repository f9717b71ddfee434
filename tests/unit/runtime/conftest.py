"""A world of fakes with API Gateway before it."""

import pytest

from tests.support.world import World
from tests.unit.runtime.gateway import Gateway


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def gateway(world: World) -> Gateway:
    return Gateway(world)
