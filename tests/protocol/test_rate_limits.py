"""Under a rate limit requests wait for their slots in the queue: none is too early, and waiting is not trying."""

import pytest

from oncestep.application.ports import Outgoing
from oncestep.domain.errors import LedgerUnavailable
from oncestep.domain.outcomes import Evidence
from oncestep.domain.states import Attention, State
from tests.support.fakes import START
from tests.support.ruled import KEY, UNMARKED, connect
from tests.support.world import World

EACH_MINUTE = {"requests": 60, "per": "1m"}
MINUTE = 60_000


class Watched:
    """Remembers when requests came, in milliseconds from the start."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.times: list[int] = []
        world.provider.next = [self] * 5_000

    def __call__(self, request: Outgoing) -> Evidence:
        self.times.append(self.world.clock.now() - START)
        return self.world.provider.apply(request)


def call(world: World, number: int) -> str:
    value = {**UNMARKED, "body": f'{{"reference": "{number}"}}'}
    return world.call("ruled", f"order-{number}", value=value).operation_id


def work(world: World, seconds: int) -> None:
    """Time passes second by second; workers are always there, the sweep comes each minute."""
    for second in range(seconds):
        world.later(1_000)
        if second % 60 == 0:
            world.sweep()
        world.drain(10_000)


def test_a_call_under_a_rate_limit_is_queued_and_sent_at_once_when_a_slot_is_free(world: World) -> None:
    connect(world, {"rate_limit": EACH_MINUTE})
    operation = call(world, 1)
    assert (world.row(operation).state, world.effects) == (State.ACCEPTED, 0)
    world.drain()
    assert (world.row(operation).state, world.effects) == (State.CONFIRMED, 1)


def test_many_calls_at_once_are_sent_one_each_second_and_none_costs_an_attempt(world: World) -> None:
    connect(world, {"rate_limit": EACH_MINUTE})
    watched = Watched(world)
    operations = [call(world, number) for number in range(30)]
    world.drain(100)
    work(world, 40)
    assert watched.times == [second * 1_000 for second in range(30)]
    rows = [world.row(operation) for operation in operations]
    assert {(row.state, len(row.attempts)) for row in rows} == {(State.CONFIRMED, 1)}


def test_who_waits_longer_than_a_message_can_is_brought_by_the_sweep_in_time() -> None:
    world = World()
    connect(world, {"rate_limit": EACH_MINUTE})
    watched = Watched(world)
    calls = 1_200
    for number in range(calls):
        call(world, number)
    world.drain(2 * calls)
    work(world, calls + 60)
    assert len(watched.times) == calls
    assert all(later - earlier >= 1_000 for earlier, later in zip(watched.times, watched.times[1:], strict=False))
    assert watched.times[-1] <= (calls - 1) * 1_020
    assert world.queue.sent <= 3 * calls  # the first message, the one for its slot, and one more at most


def test_retries_and_repeats_wait_for_slots_too(keyed_world: World) -> None:
    connect(keyed_world, {"rate_limit": {"requests": 1, "per": "1m"}, "idempotency": KEY})
    keyed_world.provider.next = [keyed_world.provider.lose]
    operation = call(keyed_world, 1)
    keyed_world.drain()
    assert keyed_world.row(operation).state is State.UNKNOWN
    assert call(keyed_world, 1) == operation
    work(keyed_world, 59)
    assert len(keyed_world.provider.sent) == 1
    work(keyed_world, 10)
    assert (len(keyed_world.provider.sent), keyed_world.row(operation).state) == (2, State.CONFIRMED)


def test_a_slot_that_is_missed_for_long_is_reserved_anew(world: World) -> None:
    connect(world, {"rate_limit": EACH_MINUTE})
    watched = Watched(world)
    for number in range(5):
        call(world, number)
    world.drain()
    world.later(10 * MINUTE)  # no worker is there
    work(world, 10)
    gaps = [later - earlier for earlier, later in zip(watched.times, watched.times[1:], strict=False)]
    assert len(watched.times) == 5
    assert all(gap >= 1_000 for gap in gaps)


def test_a_limit_without_a_slot_in_time_stops_and_a_mended_limit_begins_anew(world: World) -> None:
    connect(world, {"rate_limit": {"requests": 1, "per": "20h"}})
    first, second, third = (call(world, number) for number in range(3))
    world.drain()
    assert (world.row(first).state, world.row(second).attention) == (State.CONFIRMED, None)
    assert world.row(third).attention is Attention.RETRIES_EXHAUSTED
    assert "rate limit" in world.row(third).history[-1].detail
    connect(world, {"rate_limit": EACH_MINUTE})
    world.operate.replay(world.order(third))
    world.drain()
    assert (world.row(third).state, world.effects) == (State.CONFIRMED, 2)


def test_nothing_is_sent_while_no_slot_can_be_reserved(world: World) -> None:
    connect(world, {"rate_limit": EACH_MINUTE})
    operation = call(world, 1)
    world.slots.unavailable = True
    delivery = world.receive()
    assert delivery is not None
    with pytest.raises(LedgerUnavailable):
        world.handle(delivery)
    world.slots.unavailable = False
    world.queue.fail(delivery)
    world.drain()
    assert (world.row(operation).state, world.effects) == (State.CONFIRMED, 1)


def test_who_took_the_operation_on_meanwhile_decides(world: World) -> None:
    connect(world, {"rate_limit": EACH_MINUTE})
    call(world, 1)
    operation = call(world, 2)
    world.drain()
    world.operate.dismiss(world.order(operation))
    work(world, 5)
    assert (world.row(operation).state, world.effects) == (State.DISMISSED, 1)
