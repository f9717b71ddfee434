"""A fix-forward puts one new operation with changed input in a refused one's place, however many try at once."""

from dataclasses import replace

import pytest

from oncestep.application.accept import Reply
from oncestep.application.ports import Ledger
from oncestep.domain.errors import InvalidRequest, VerbRefused
from oncestep.domain.operation import Operation
from oncestep.domain.states import State
from tests.support.fakes import MemoryLedger
from tests.support.provider import answers
from tests.support.world import OPERATOR, World

CHANGED = {"sku": "pen"}


class Racing(MemoryLedger):
    """A ledger in which somebody else acts directly before a parent and its successor are written."""

    def create_successor(self, before: Operation, after: Operation, successor: Operation) -> None:
        self._interleave()
        super().create_successor(before, after, successor)


@pytest.fixture
def ledger() -> Ledger:
    return Racing()


@pytest.fixture
def world(ledger: Racing) -> World:
    return World(ledger=ledger)


@pytest.fixture
def parent(world: World) -> Reply:
    world.provider.next = [answers(422)]
    return world.call("bare", correlation_id="run-1")


def test_the_two_are_linked_both_ways(world: World, parent: Reply) -> None:
    successor = world.operate.fix_forward(world.order(parent), dict(CHANGED))
    row = world.row(parent)
    assert (row.state, row.superseded_by, row.revision) == (State.REJECTED, successor.operation_id, 1)
    assert (successor.parent, successor.correlation_id) == (parent.operation_id, "run-1")


def test_the_changed_input_is_what_is_sent(world: World, parent: Reply) -> None:
    successor = world.operate.fix_forward(world.order(parent), dict(CHANGED))
    world.drain()
    assert world.row(successor.operation_id).state is State.CONFIRMED
    assert b'"sku":"pen"' in world.provider.sent[-1].body


def test_a_repeat_of_the_old_call_gets_the_new_ones_answer(world: World, parent: Reply) -> None:
    successor = world.operate.fix_forward(world.order(parent), dict(CHANGED))
    world.drain()
    reply = world.call("bare")
    assert (reply.operation.operation_id, reply.operation_id) == (successor.operation_id, parent.operation_id)
    assert (reply.operation.state, reply.replayed) == (State.CONFIRMED, True)
    assert world.effects == 1


def test_two_persons_at_once_make_one_successor(world: World, ledger: Racing, parent: Reply) -> None:
    order = world.order(parent)
    winners = []
    ledger.before_write = lambda: winners.append(world.operate.fix_forward(order, dict(CHANGED)))
    with pytest.raises(VerbRefused, match="this one is rejected"):
        world.operate.fix_forward(order, {"sku": "ink"})
    world.drain()
    assert [winner.operation_id for winner in winners] == [world.row(parent).superseded_by]
    assert len(ledger.rows) == 2
    assert world.effects == 1
    assert b'"sku":"pen"' in world.provider.sent[-1].body


def test_a_second_one_later_is_refused(world: World, parent: Reply) -> None:
    world.operate.fix_forward(world.order(parent), dict(CHANGED))
    with pytest.raises(VerbRefused, match="this one is rejected"):
        world.operate.fix_forward(world.order(parent), {"sku": "ink"})


def test_a_successor_that_is_refused_too_can_be_fixed_in_its_turn(world: World, parent: Reply) -> None:
    second = world.operate.fix_forward(world.order(parent), dict(CHANGED))
    world.provider.next = [answers(422)]
    world.drain()
    third = world.operate.fix_forward(world.order(second.operation_id), {"sku": "ink"})
    world.drain()
    assert world.call("bare").operation.operation_id == third.operation_id
    assert world.effects == 1


def test_input_that_is_not_valid_changes_nothing(world: World, ledger: Racing, parent: Reply) -> None:
    before = dict(ledger.rows)
    with pytest.raises(InvalidRequest):
        world.operate.fix_forward(world.order(parent), {"colour": "red"})
    assert ledger.rows == before


def test_the_successor_belongs_to_the_client_whose_operation_it_fixes(world: World, parent: Reply) -> None:
    foreign = replace(OPERATOR, client="operators")
    successor = world.operate.fix_forward(world.order(parent)._replace(caller=foreign), dict(CHANGED))
    assert successor.client == "acme"
