"""Redriving dead letters in the console's way: whatever is asked, the queue ends in step with the ledger."""

from oncestep.application.work import Verdict
from oncestep.domain.operation import StoredOutcome
from oncestep.domain.outcomes import Document
from oncestep.domain.states import Attention, State
from tests.support.fakes import Delivery
from tests.support.provider import answers
from tests.support.world import World


def stopped(world: World, provider: str = "bare") -> str:
    """A stopped operation with its final in the dead-letter queue."""
    world.provider.next = [answers(401)]
    reply = world.call(provider)
    world.drain()
    assert len(world.queue.dead) == 1
    return reply.operation_id


def test_a_redrive_after_the_mend_sends_the_same_bytes_and_empties_the_queue(world: World) -> None:
    operation_id = stopped(world)
    world.queue.redrive()
    world.drain()
    row = world.row(operation_id)
    assert (row.state, row.round) == (State.CONFIRMED, 2)
    assert len({request.body for request in world.provider.sent}) == 1
    assert (world.effects, world.queue.dead, world.queue.waiting) == (1, [], [])


def test_twice_is_once(world: World) -> None:
    operation_id = stopped(world)
    final = world.queue.dead[0]
    world.queue.redrive()
    world.queue.waiting.append(Delivery("copy", final.message, world.clock.now()))
    world.drain()
    row = world.row(operation_id)
    assert (row.state, row.round) == (State.CONFIRMED, 2)
    assert (world.effects, world.queue.dead) == (1, [])


def test_during_processing(world: World) -> None:
    """The dead letter comes back while a round that a person opened is being sent."""
    operation_id = stopped(world)

    def redriven_meanwhile(request: object) -> object:
        world.queue.redrive()
        assert world.work_once() is Verdict.DELETE
        return world.provider.apply(request)  # type: ignore[arg-type]

    world.provider.next = [redriven_meanwhile]  # type: ignore[list-item]
    world.operate.replay(world.order(operation_id))
    world.drain()
    row = world.row(operation_id)
    assert (row.state, row.round) == (State.CONFIRMED, 2)
    assert (world.effects, world.queue.dead, world.queue.waiting) == (1, [], [])


def test_of_an_operation_that_was_settled_meanwhile(world: World) -> None:
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("bare")
    world.drain()
    outcome = StoredOutcome(200, Document.of_json({"id": "thing-1"}), "thing-1")
    world.operate.resolve_confirmed(world.order(reply), outcome)
    assert len(world.queue.dead) == 1
    world.queue.redrive()
    world.drain()
    assert world.row(reply).state is State.CONFIRMED
    assert (world.effects, world.queue.dead, world.queue.waiting) == (1, [], [])


def test_of_an_unknown_without_a_safe_path_sends_nothing_and_stands_in_the_queue_again(world: World) -> None:
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("bare")
    world.drain()
    world.queue.redrive()
    world.drain()
    row = world.row(reply)
    assert (row.state, row.attention, row.round) == (State.UNKNOWN, Attention.NO_LOOKUP, 2)
    assert [dead.message_id for dead in world.queue.dead] == [row.noted]
    assert len(world.provider.sent) == 1


def test_before_the_final_was_noted_only_parks(world: World) -> None:
    """Nobody handled the final before it was in the dead-letter queue: no round was asked for yet."""
    world.provider.next = [answers(401)]
    reply = world.call("bare")
    for _ in range(3):
        delivery = world.receive()
        assert delivery
        world.queue.fail(delivery)  # the worker crashed
    assert world.receive() is None
    world.queue.redrive()
    world.drain()
    row = world.row(reply)
    assert (row.round, row.attention) == (1, Attention.CONNECTION)
    assert [dead.message_id for dead in world.queue.dead] == [row.noted]


def test_many_at_once(world: World) -> None:
    world.provider.next = [answers(401)] * 5
    replies = [world.call("bare", key=f"order-{number}") for number in range(5)]
    world.drain()
    assert world.queue.redrive() == 5
    world.drain()
    assert {world.row(reply).state for reply in replies} == {State.CONFIRMED}
    assert (world.effects, world.queue.dead) == (5, [])
