"""What must happen next is put into the queue; what the queue does not take is left to the sweep."""

from functools import partial

import pytest

from oncestep.application.ports import FinalMessage, WorkMessage
from oncestep.domain.states import State, Status
from oncestep.domain.transitions import LONGEST_MESSAGE_DELAY
from tests.support.provider import answers
from tests.support.world import World


@pytest.fixture
def world() -> World:
    return World()


def sent(world: World) -> list[WorkMessage | FinalMessage]:
    return [delivery.message for delivery in world.queue.waiting]


def test_a_queued_call_is_followed_by_work_at_once(world: World) -> None:
    reply = world.call("bare", respond_async=True)
    (message,) = sent(world)
    assert isinstance(message, WorkMessage)
    assert (message.operation_id, message.round, message.attempts) == (reply.operation_id, 1, 0)
    assert world.queue.waiting[0].visible_at == world.clock.now()


def test_a_message_tells_a_person_what_it_is_about_but_nothing_sensitive(world: World) -> None:
    world.call("bare", respond_async=True, correlation_id="run-1")
    (message,) = sent(world)
    assert message.context == {
        "client": "acme",
        "action": "bare.order",
        "idempotency_key": "order-1",
        "correlation_id": "run-1",
        "state": "accepted",
        "attempts": 0,
        "first_attempt_at": None,
        "last_attempt_at": None,
        "last_status": None,
        "last_error": None,
        "input": '{"amount": 1, "sku": "book"}',
    }


@pytest.mark.parametrize(
    ("seconds", "messages"), [(30, 1), (LONGEST_MESSAGE_DELAY // 1000, 1), (LONGEST_MESSAGE_DELAY // 1000 + 1, 0)]
)
def test_a_retry_waits_in_the_queue_if_it_can_wait_that_long(world: World, seconds: int, messages: int) -> None:
    world.provider.next = [answers(429, retry_after=str(seconds))]
    reply = world.call("bare")
    assert len(sent(world)) == messages
    assert world.row(reply).next_at == world.clock.now() + seconds * 1000
    assert world.row(reply).due_at is not None


def test_what_is_settled_is_followed_by_nothing(world: World) -> None:
    world.call("bare")
    assert sent(world) == []


def test_a_stop_is_announced_once(world: World) -> None:
    world.provider.next = [world.provider.lose]
    reply = world.call("bare")
    (message,) = sent(world)
    assert message == FinalMessage(reply.operation_id, round=1, announcement=1, context=message.context)
    assert message.context["attention"] == "no_lookup"
    assert world.row(reply).announcement == 1


def test_a_queued_call_is_accepted_while_the_queue_is_down_and_the_sweep_sees_to_it(world: World) -> None:
    world.queue.unavailable = True
    reply = world.call("bare", respond_async=True)
    assert reply.operation.status is Status.PROCESSING
    assert world.signals.counts == {"EnqueueFailed": 1}
    world.queue.unavailable = False
    world.run(120_000)
    assert (world.row(reply).state, world.effects) == (State.CONFIRMED, 1)


def test_a_stop_is_announced_later_while_the_queue_is_down(world: World) -> None:
    world.queue.unavailable = True
    world.provider.next = [world.provider.lose]
    reply = world.call("bare")
    assert reply.operation.status is Status.NEEDS_INPUT
    assert sent(world) == []
    world.queue.unavailable = False
    world.run(120_000)
    assert world.row(reply).noted == world.queue.dead[0].message_id


def test_the_sweep_sees_every_row_although_the_queue_is_down(world: World) -> None:
    for key in ("order-1", "order-2"):
        world.provider.next = [world.kills]
        world.killed(partial(world.call, "bare", key))
    world.later(90_000)
    world.queue.unavailable = True
    assert world.sweep() == 2
    assert world.signals.counts["EnqueueFailed"] == 2
