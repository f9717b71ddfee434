"""The implementations that each suite runs over: the fakes of the tests, and the adapters on moto."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from oncestep.adapters.caching_ledger import CachingLedger
from oncestep.adapters.powertools_once import PowertoolsOnce
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.pynamodb_rows import OperationRow
from oncestep.adapters.system_time import SystemChance
from oncestep.application.ports import Ledger, Once
from tests.support.fakes import MemoryLedger, PlainOnce
from tests.support.moto import ledger_rows

LEDGERS = ("memory", "dynamodb", "cached memory", "cached dynamodb")


@pytest.fixture
def rows() -> Iterator[type[OperationRow]]:
    with ledger_rows() as model:
        yield model


@pytest.fixture
def dynamodb_ledger(rows: type[OperationRow]) -> PynamoDBLedger:
    return PynamoDBLedger(rows, SystemChance().token)


@pytest.fixture(params=LEDGERS)
def ledger(request: pytest.FixtureRequest) -> Iterator[Ledger]:
    with ExitStack() as moto:
        inner: Ledger = MemoryLedger()
        if request.param.endswith("dynamodb"):
            inner = PynamoDBLedger(moto.enter_context(ledger_rows()), SystemChance().token)
        yield CachingLedger(inner) if request.param.startswith("cached") else inner


@pytest.fixture(params=[PlainOnce, PowertoolsOnce], ids=["plain", "powertools"])
def once(request: pytest.FixtureRequest) -> Once:
    made: Once = request.param()
    return made
