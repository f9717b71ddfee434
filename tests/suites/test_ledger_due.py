"""The due list: every row that something must look at, the longest overdue first, and no other."""

from dataclasses import replace

from oncestep.adapters.pynamodb_rows import shard_of, shards
from oncestep.application.ports import Ledger
from tests.suites.rows import bare
from tests.support.fakes import START

MANY = [f"op_{number:02}" for number in range(20)]


def create(ledger: Ledger, due: dict[str, int | None]) -> None:
    for operation_id, due_at in due.items():
        ledger.create(replace(bare(operation_id), due_at=due_at))


def test_it_begins_with_the_longest_overdue_in_whatever_shard_it_lies(ledger: Ledger) -> None:
    create(ledger, {operation_id: START - number for number, operation_id in enumerate(MANY)})
    assert {shard_of(operation_id) for operation_id in MANY} == set(shards())
    assert list(ledger.due(START, 100)) == MANY[::-1]


def test_it_is_no_longer_than_asked(ledger: Ledger) -> None:
    create(ledger, {operation_id: START - number for number, operation_id in enumerate(MANY)})
    assert list(ledger.due(START, 3)) == MANY[:-4:-1]


def test_it_holds_what_is_due_at_this_moment_and_nothing_that_comes_later(ledger: Ledger) -> None:
    create(ledger, {"op_now": START, "op_later": START + 1, "op_never": None})
    assert list(ledger.due(START, 10)) == ["op_now"]


def test_a_row_leaves_it_when_nothing_is_due_any_more(ledger: Ledger) -> None:
    waiting = replace(bare(), due_at=START)
    ledger.create(waiting)
    ledger.replace(waiting, replace(waiting, version=2, due_at=None))
    assert list(ledger.due(START, 10)) == []


def test_a_row_moves_within_it(ledger: Ledger) -> None:
    create(ledger, {"op_first": START - 2, "op_second": START - 1})
    waiting = replace(bare("op_first"), due_at=START - 2)
    ledger.replace(waiting, replace(waiting, version=2, due_at=START))
    assert list(ledger.due(START, 10)) == ["op_second", "op_first"]
