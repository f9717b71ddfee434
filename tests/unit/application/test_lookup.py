"""What a lookup found is kept as any other answer is."""

from secrets import token_hex

from oncestep.application.bodies import ROW_BYTES
from oncestep.domain.states import State
from tests.support.provider import answers
from tests.support.world import World, id_of


def test_a_large_object_that_was_found_lies_in_a_blob() -> None:
    world = World()
    thing = {"id": "thing-1", "reference": id_of("listed"), "noise": token_hex(ROW_BYTES)}
    world.provider.listing = answers(200, {"data": [thing]})
    reply = world.call_lost("listed")
    world.run(60_000)
    outcome = world.row(reply).outcome
    assert outcome is not None
    assert (world.row(reply).state, outcome.remote_id) == (State.CONFIRMED, "thing-1")
    assert (outcome.document.content, outcome.document.truncated) == (b"", False)
    assert list(world.blobs.stored) == [outcome.document.blob]
