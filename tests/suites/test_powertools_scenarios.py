"""Seven ways to charge twice with Powertools alone, as measured; and the same seven here, where it happens once."""

from collections.abc import Iterator
from secrets import token_bytes

import pytest
from aws_lambda_powertools.utilities.idempotency.exceptions import IdempotencyPersistenceLayerError

from oncestep.adapters.powertools_once import PowertoolsOnce
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.application.ports import Outgoing
from oncestep.domain.errors import KeyReused
from oncestep.domain.outcomes import Answer, Evidence
from oncestep.domain.states import State, Status
from tests.suites.stock import Stock, answer_at_length, be_killed, lose_the_answer, past_the_deadline
from tests.support.moto import aws
from tests.support.provider import MemoryProvider
from tests.support.world import Killed, World, id_of
from tests.unit.runtime.gateway import Gateway, order

PAST_LEASE = 60_000


@pytest.fixture
def stock() -> Iterator[Stock]:
    with aws():
        yield Stock()


@pytest.fixture
def world(dynamodb_ledger: PynamoDBLedger) -> World:
    return World(ledger=dynamodb_ledger, runner=PowertoolsOnce(), provider=MemoryProvider(keyed=True))


def test_stock__an_answer_that_is_lost_and_asked_for_again_makes_two(stock: Stock) -> None:
    stock.after = [lose_the_answer]
    with pytest.raises(TimeoutError):
        stock.charge(id="order-1")
    stock.charge(id="order-1")
    assert stock.effects == 2


@pytest.mark.parametrize("provider", ["keyed", "bare"])
def test_ours__an_answer_that_is_lost_and_asked_for_again_makes_one(world: World, provider: str) -> None:
    world.provider.next = [world.provider.apply_and_lose]
    world.call(provider)
    world.call(provider)
    world.run(120_000)
    assert world.call(provider).operation.status is not Status.PROCESSING
    assert world.effects == 1


def test_stock__a_function_that_is_killed_after_the_effect_makes_two(stock: Stock) -> None:
    stock.after = [be_killed]
    with pytest.raises(Killed):
        stock.charge(id="order-1")
    past_the_deadline()
    stock.charge(id="order-1")
    assert stock.effects == 2


@pytest.mark.parametrize("provider", ["keyed", "bare"])
def test_ours__a_function_that_is_killed_after_the_effect_makes_one(world: World, provider: str) -> None:
    world.provider.next = [world.applies_and_kills]
    world.killed(lambda: world.call(provider))
    world.later(PAST_LEASE)
    world.call(provider)
    world.run(120_000)
    assert world.call(provider).operation.status is not Status.PROCESSING
    assert world.effects == 1


def test_stock__a_result_that_is_too_large_to_store_makes_two(stock: Stock) -> None:
    stock.after = [answer_at_length]
    with pytest.raises(IdempotencyPersistenceLayerError):
        stock.charge(id="order-1")
    past_the_deadline()
    stock.charge(id="order-1")
    assert stock.effects == 2


def test_ours__a_result_that_is_too_large_to_store_makes_one(world: World) -> None:
    noise = token_bytes(500_000)

    def answers_at_length(request: Outgoing) -> Evidence:
        world.provider.apply(request)
        return Answer(201, {}, noise)

    world.provider.next = [answers_at_length]
    first = world.call("bare")
    world.later(PAST_LEASE)
    repeat = world.call("bare")
    assert repeat.operation == first.operation
    assert repeat.operation.outcome is not None
    assert world.blobs.get(repeat.operation.outcome.document.blob or "") == noise
    assert world.effects == 1


def test_stock__a_stale_holder_that_fails_after_the_winner_makes_three(stock: Stock) -> None:
    def stall_and_fail() -> object:
        past_the_deadline()
        stock.charge(id="order-1")  # the winner
        raise TimeoutError

    stock.after = [stall_and_fail]
    with pytest.raises(TimeoutError):
        stock.charge(id="order-1")
    stock.charge(id="order-1")
    assert stock.effects == 3


def test_ours__a_stale_holder_that_fails_after_the_winner_makes_one(world: World) -> None:
    def others_win() -> None:
        world.later(PAST_LEASE)
        world.handle(world.swept_message())  # its lease is over
        world.later(1_000)
        world.drain()
        assert world.row(id_of("keyed")).state is State.CONFIRMED

    world.provider.next = [world.provider.apply_and_lose]
    world.once.before_settle = others_win
    world.call("keyed")
    assert world.call("keyed").operation.state is State.CONFIRMED
    assert len(world.provider.sent) == 2
    assert world.effects == 1


def test_stock__two_calls_without_a_key_make_two(stock: Stock) -> None:
    for _ in range(2):
        with pytest.warns(UserWarning, match="No idempotency key value found"):
            stock.charge(amount=5)
    assert stock.effects == 2


def test_ours__two_calls_without_a_key_are_refused(world: World) -> None:
    gateway = Gateway(world)
    answers = [gateway.post(order(idempotency_key=None)) for _ in range(2)]
    assert [answer.status for answer in answers] == [400, 400]
    assert world.effects == 0


def test_stock__a_replay_while_the_first_is_live_makes_two(stock: Stock) -> None:
    stock.after = [lambda: stock.replay(id="order-1")]
    stock.charge(id="order-1")
    assert stock.effects == 2


def test_ours__a_replay_while_the_first_is_live_makes_one(world: World) -> None:
    seen = []

    def is_called_again(request: Outgoing) -> Evidence:
        seen.append(world.call("bare"))
        return world.provider.apply(request)

    world.provider.next = [is_called_again]
    world.call("bare")
    assert [(reply.replayed, reply.operation.state) for reply in seen] == [(True, State.IN_FLIGHT)]
    assert world.effects == 1


def test_stock__the_same_key_with_another_amount_silently_gets_the_first_answer(stock: Stock) -> None:
    first, second = stock.charge(id="order-1", amount=5), stock.charge(id="order-1", amount=7)
    assert first == second == {"charged": 5}
    assert stock.effects == 1


def test_ours__the_same_key_with_another_amount_is_refused(world: World) -> None:
    world.call("bare", value={"sku": "book", "amount": 5})
    with pytest.raises(KeyReused):
        world.call("bare", value={"sku": "book", "amount": 7})
    assert world.effects == 1
