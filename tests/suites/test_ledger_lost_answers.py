"""Law 9: the SDK repeats a write whose answer was lost, and the repeat finds what the first one wrote."""

from dataclasses import replace

import pytest

from oncestep.adapters.caching_ledger import CachingLedger
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.pynamodb_rows import OperationRow
from oncestep.application.ports import Conflict, Ledger
from oncestep.domain.operation import Operation
from tests.suites.faults import answer_lost, client_of, sent_by
from tests.suites.rows import bare

AFTER = replace(bare(), version=2, owner="winner")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)


@pytest.fixture(params=[False, True], ids=["dynamodb", "cached"])
def repeating(request: pytest.FixtureRequest, dynamodb_ledger: PynamoDBLedger) -> Ledger:
    return CachingLedger(dynamodb_ledger) if request.param else dynamodb_ledger


def test_a_claim_that_is_sent_twice_is_ours(repeating: Ledger, rows: type[OperationRow]) -> None:
    client = client_of(rows)
    with sent_by(client) as sent, answer_lost(client, "PutItem"):
        assert repeating.create(bare()) is None
    assert sent == ["PutItem", "PutItem"]
    assert repeating.get("op_bare") == bare()


def test_a_change_that_is_sent_twice_has_succeeded(repeating: Ledger, rows: type[OperationRow]) -> None:
    client = client_of(rows)
    repeating.create(bare())
    with sent_by(client) as sent, answer_lost(client, "UpdateItem"):
        repeating.replace(bare(), AFTER)
    assert sent == ["UpdateItem", "UpdateItem"]
    assert repeating.get("op_bare") == AFTER


def test_a_claim_that_somebody_else_has_is_theirs_however_often_it_is_sent(
    repeating: Ledger, rows: type[OperationRow]
) -> None:
    theirs = replace(bare(), owner="them")
    repeating.create(theirs)
    with answer_lost(client_of(rows), "PutItem"):
        assert repeating.create(bare()) == theirs


def test_a_change_that_lost_has_lost_however_often_it_is_sent(repeating: Ledger, rows: type[OperationRow]) -> None:
    current: Operation = replace(bare(), version=9)
    repeating.create(current)
    with answer_lost(client_of(rows), "UpdateItem"), pytest.raises(Conflict) as lost:
        repeating.replace(bare(), AFTER)
    assert lost.value.current == current
