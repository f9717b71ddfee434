"""Killing the sender at each point leaves at most one effect; what can be found out is found out, the rest stops."""

import pytest

from oncestep.domain.states import Attention, State
from tests.support.world import Killed, World, Worlds, id_of

POINTS = ("after the claim", "after the request is written", "after the provider committed", "before settling")


def kill_at(point: str, world: World, provider: str) -> None:
    """Call, and die at that point."""

    def die() -> None:
        raise Killed(point)

    match point:
        case "after the claim":
            world.once.after_claim = die
        case "after the request is written":
            world.provider.next = [world.kills]
        case "after the provider committed":
            world.provider.next = [world.applies_and_kills]
        case _:
            world.once.before_settle = die
    world.killed(lambda: world.call(provider))


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("provider", ["keyed", "listed"])
def test_with_keys_or_a_lookup_there_is_one_effect_and_reconcile_settles_it(
    worlds: Worlds, provider: str, point: str
) -> None:
    world = worlds(keyed=provider == "keyed")
    kill_at(point, world, provider)
    world.run(300_000)
    assert world.row(id_of(provider)).state is State.CONFIRMED
    assert world.effects == 1
    assert world.call(provider).replayed


@pytest.mark.parametrize("point", POINTS)
def test_with_neither_there_is_at_most_one_effect_and_an_alarm_sees_why_it_stopped(world: World, point: str) -> None:
    kill_at(point, world, "bare")
    world.run(300_000)
    row = world.row(id_of("bare"))
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.NO_LOOKUP)
    assert world.signals.counts["OperationStopped"] == 1
    assert [dead.message_id for dead in world.queue.dead] == [row.noted]
    assert world.effects <= 1
    assert len(world.provider.sent) <= 1


@pytest.mark.parametrize("provider", ["keyed", "listed"])
def test_a_worker_that_is_killed_in_a_retry_is_no_worse_than_a_caller(worlds: Worlds, provider: str) -> None:
    world = worlds(keyed=provider == "keyed")
    world.call(provider, respond_async=True)
    delivery = world.receive()
    assert delivery
    world.provider.next = [world.applies_and_kills]
    world.killed(lambda: world.handle(delivery))
    world.queue.fail(delivery, visible_in=360_000)  # its visibility timeout
    world.run(600_000)
    assert world.row(id_of(provider)).state is State.CONFIRMED
    assert world.effects == 1
    assert world.queue.waiting == []
