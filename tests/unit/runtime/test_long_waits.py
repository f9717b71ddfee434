"""What stopped long ago is still on the list of what waits for a person."""

from collections.abc import Iterator

import pytest

from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.system_time import SystemChance
from tests.support.moto import ledger_rows
from tests.support.world import DAY, World
from tests.unit.runtime.gateway import Gateway


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """One operation, which stopped a hundred days ago."""
    with ledger_rows() as rows:
        world = World(ledger=PynamoDBLedger(rows, SystemChance().token))
        world.call_lost("bare")
        world.later(100 * DAY)
        yield Gateway(world)


@pytest.mark.parametrize(
    ("query", "listed"),
    [
        (None, 0),
        ({"attention": "any"}, 1),
        ({"attention": "no_lookup"}, 1),
        ({"attention": "any", "since": "1800000000001"}, 0),
    ],
)
def test_what_waits_for_a_person_is_listed_however_long_it_waits(
    gateway: Gateway, query: dict[str, str] | None, listed: int
) -> None:
    assert len(gateway.ask("GET", "/operations", query=query).body["data"]) == listed
