"""A repeat gets its answer although the call would not be taken any more: contract, connection or host have changed."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from oncestep.domain.contract import CONNECTION_HOSTS, Auth, AuthScheme
from oncestep.domain.errors import ActionNotAllowed, KeyReused, OncestepError, UnknownAction
from tests.support.world import BUILDER, World

Change: TypeAlias = Callable[[World], None]


def removed(world: World) -> None:
    world.catalog.known = tuple(action for action in world.catalog.known if action.provider != "bare")


def without_connection(world: World) -> None:
    world.connections.known.clear()


def with_another_credential(world: World) -> None:
    world.with_action("bare", lambda action: replace(action, auth=Auth(AuthScheme.BEARER, credential="other")))


def at_another_host(world: World) -> None:
    world.with_action("bare", lambda action: replace(action, allowed_hosts=("other.example",)))


def without_an_address(world: World) -> None:
    world.with_action("bare", lambda action: replace(action, base_url="", allowed_hosts=CONNECTION_HOSTS))


CHANGES = [
    removed,
    without_connection,
    with_another_credential,
    at_another_host,
    without_an_address,
]


@pytest.fixture
def world() -> World:
    return World()


@pytest.mark.parametrize("change", CHANGES)
def test_a_repeat_is_answered_from_its_row(world: World, change: Change) -> None:
    first = world.call("bare")
    change(world)
    again = world.call("bare")
    assert (again.operation, again.replayed, world.effects) == (first.operation, True, 1)


@pytest.mark.parametrize("change", CHANGES)
def test_a_repeat_waits_as_long_as_it_asks_to(world: World, change: Change) -> None:
    world.call("bare", respond_async=True)
    change(world)
    before = world.clock.now()
    world.call("bare", wait=5_000)
    assert world.clock.now() - before >= 4_000


@pytest.mark.parametrize("change", CHANGES)
def test_other_parameters_under_its_key_are_refused_as_ever(world: World, change: Change) -> None:
    world.call("bare")
    change(world)
    with pytest.raises(KeyReused):
        world.call("bare", value={"sku": "pen"})


@pytest.mark.parametrize("change", CHANGES)
def test_a_new_call_is_refused_for_the_reason_that_there_is(world: World, change: Change) -> None:
    world.call("bare")
    change(world)
    with pytest.raises(OncestepError) as refused:
        world.call("bare", key="order-2")
    assert not isinstance(refused.value, KeyReused)
    assert (len(world.ledger.rows), world.effects) == (1, 1)  # type: ignore[attr-defined]


def test_who_may_not_run_it_learns_nothing_of_it(world: World) -> None:
    world.call("bare")
    removed(world)
    with pytest.raises(ActionNotAllowed):
        world.call("bare", caller=replace(BUILDER, allow=("mail.*",)))


def test_what_nobody_could_ever_call_has_no_repeats(world: World) -> None:
    world.with_action("bare", lambda action: replace(action, internal=True))
    with pytest.raises(UnknownAction):
        world.call("bare")
