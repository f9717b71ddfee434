"""Every test of the protocol runs twice: over fakes, and over Powertools and PynamoDB on moto."""

from collections.abc import Iterator
from itertools import count

import pytest

from oncestep.adapters.powertools_once import PowertoolsOnce
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from tests.support.moto import ledger_rows
from tests.support.provider import MemoryProvider
from tests.support.world import World, Worlds


@pytest.fixture(params=["fakes", "moto"])
def worlds(request: pytest.FixtureRequest) -> Iterator[Worlds]:
    """Makes a world for a provider that honours keys, or for one that does not."""
    if request.param == "fakes":
        yield lambda *, keyed=False: World(provider=MemoryProvider(keyed=keyed))
        return
    with ledger_rows() as rows:
        numbers = count(1)

        def real(*, keyed: bool = False) -> World:
            ledger = PynamoDBLedger(rows, lambda: f"write-{next(numbers)}")
            return World(ledger=ledger, runner=PowertoolsOnce(), provider=MemoryProvider(keyed=keyed))

        yield real


@pytest.fixture
def world(worlds: Worlds) -> World:
    """A world whose provider knows no keys."""
    return worlds()


@pytest.fixture
def keyed_world(worlds: Worlds) -> World:
    """A world whose provider honours keys."""
    return worlds(keyed=True)
