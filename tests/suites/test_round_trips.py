"""What a call costs at the ledger, on the wire: two requests for the first, one for a repeat, none when it is warm."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from oncestep.adapters.caching_ledger import CachingLedger
from oncestep.adapters.powertools_once import PowertoolsOnce
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.pynamodb_rows import OperationRow
from tests.suites.faults import client_of, sent_by
from tests.support.provider import MemoryProvider, answers
from tests.support.world import World

Process: TypeAlias = Callable[[], World]
"""Starts a new process of the function, with an empty cache, over the same table and provider."""


@pytest.fixture
def process(dynamodb_ledger: PynamoDBLedger) -> Process:
    provider = MemoryProvider()
    return lambda: World(ledger=CachingLedger(dynamodb_ledger), runner=PowertoolsOnce(), provider=provider)


def test_a_first_call_costs_two_a_repeat_one_and_a_warm_repeat_none(process: Process, rows: type[OperationRow]) -> None:
    first, second = process(), process()
    with sent_by(client_of(rows)) as sent:
        done = first.call("bare")
    assert sent == ["PutItem", "UpdateItem"]
    with sent_by(client_of(rows)) as sent:
        cold = second.call("bare")
    assert sent == ["PutItem"]
    with sent_by(client_of(rows)) as sent:
        warm = [second.call("bare"), first.call("bare")]
    assert sent == []
    assert [reply.operation for reply in (cold, *warm)] == [done.operation] * 3
    assert first.effects == 1


def test_a_repeat_of_what_is_not_settled_is_read_from_the_table_every_time(
    process: Process, rows: type[OperationRow]
) -> None:
    world = process()
    world.provider.next = [answers(500)]
    world.call("bare")
    with sent_by(client_of(rows)) as sent:
        world.call("bare")
        world.call("bare")
    assert sent == ["PutItem", "PutItem"]


def test_a_queued_call_costs_one(process: Process, rows: type[OperationRow]) -> None:
    world = process()
    with sent_by(client_of(rows)) as sent:
        world.call("bare", respond_async=True)
    assert sent == ["PutItem"]
