"""Whatever keeps a ledger from its table is one refusal: nothing was claimed, the same request may be sent again."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from oncestep.adapters.caching_ledger import CachingLedger
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.pynamodb_rows import bound_rows
from oncestep.adapters.system_time import SystemChance
from oncestep.application.ports import Ledger
from oncestep.domain.errors import LedgerUnavailable
from tests.suites.rows import bare
from tests.support.fakes import MemoryLedger
from tests.support.moto import REGION, aws

CALLS: dict[str, Callable[[Ledger], object]] = {
    "create": lambda ledger: ledger.create(bare()),
    "get": lambda ledger: ledger.get("op_bare"),
    "replace": lambda ledger: ledger.replace(bare(), replace(bare(), version=2)),
    "create successor": lambda ledger: ledger.create_successor(bare(), replace(bare(), version=2), bare("op_next")),
    "due": lambda ledger: ledger.due(0, 1),
}
each_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())


def ledger_on_a_table_of_its_own() -> PynamoDBLedger:
    return PynamoDBLedger(bound_rows("nowhere", REGION), SystemChance().token)


@pytest.fixture(scope="module")
def without_a_table() -> Iterator[Ledger]:
    with aws():
        yield ledger_on_a_table_of_its_own()


@pytest.fixture(scope="module")
def without_a_network() -> Iterator[Ledger]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")  # the discard port: nobody listens
        patch.setenv("AWS_ACCESS_KEY_ID", "testing")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
        patch.setattr("time.sleep", lambda _: None)  # the SDK's patience
        yield ledger_on_a_table_of_its_own()


@each_call
def test_the_table_is_missing(without_a_table: Ledger, call: Callable[[Ledger], object]) -> None:
    with pytest.raises(LedgerUnavailable):
        call(without_a_table)


@each_call
def test_nobody_can_be_reached(without_a_network: Ledger, call: Callable[[Ledger], object]) -> None:
    with pytest.raises(LedgerUnavailable):
        call(without_a_network)


@each_call
def test_the_fake_is_switched_off(call: Callable[[Ledger], object]) -> None:
    with pytest.raises(LedgerUnavailable):
        call(MemoryLedger(unavailable=True))


@each_call
def test_the_cache_hides_no_failure(without_a_table: Ledger, call: Callable[[Ledger], object]) -> None:
    with pytest.raises(LedgerUnavailable):
        call(CachingLedger(without_a_table))
