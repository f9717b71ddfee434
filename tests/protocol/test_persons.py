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
