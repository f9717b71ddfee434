"""What a person states speaks of what that person saw."""

import pytest

from oncestep.domain.errors import VerbRefused
from oncestep.domain.states import State
from tests.support.provider import answers
from tests.support.world import World


def test_a_person_who_saw_one_attempt_says_nothing_of_a_second(world: World) -> None:
    """The second was applied and its answer lost while the person looked; their word must not send a third."""
    reply = world.call_lost("listed")
    looked = world.order(reply, "the shop has nothing")
    world.later(10_000)
    world.work_once()  # the lookup shows nothing, late enough to count
    world.provider.next = [world.provider.apply_and_lose]
    world.provider.listing = answers(500)
    world.later(10_000)
    world.work_once()
    assert (world.row(reply).state, len(world.row(reply).attempts)) == (State.UNKNOWN, 2)
    world.later(6_000)
    with pytest.raises(VerbRefused, match="there have been 2 attempts, and this statement speaks of 1"):
        world.operate.resolve_not_applied(looked, seen=1)
    world.provider.listing = None
    world.run(600_000)
    assert world.row(reply).state is State.CONFIRMED
    assert world.effects == 1


def test_a_stop_that_was_judged_in_one_round_does_not_end_the_next(world: World) -> None:
    """The connection was gone when the worker looked; a person mended it and replayed before the worker wrote."""
    reply = world.call("bare", respond_async=True)
    missing = world.connections.known.pop(("acme", "bare", "default"))

    def mended() -> None:
        world.connections.known["acme", "bare", "default"] = missing
        world.operate.replay(world.order(reply, "mended"))

    world.connections.after_find = mended
    world.work_once()
    assert (world.row(reply).round, world.row(reply).attention) == (2, None)
    world.run(120_000)
    assert (world.row(reply).state, world.effects) == (State.CONFIRMED, 1)
