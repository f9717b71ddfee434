"""What every ledger does with one row: claim it, keep it whole, and change it only if it is what the writer read."""

from dataclasses import MISSING, fields, replace

import pytest

from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.pynamodb_rows import OperationRow
from oncestep.application.ports import Conflict, Ledger
from oncestep.domain.operation import Entry, EntryKind, Operation
from oncestep.domain.states import State
from tests.suites.rows import bare, full
from tests.support.fakes import START

NONE_WHERE_POSSIBLE = {
    field.name: None for field in fields(Operation) if field.default is None and field.name != "operation_id"
}


def test_a_row_that_was_absent_is_ours(ledger: Ledger) -> None:
    assert ledger.create(bare()) is None
    assert ledger.get("op_bare") == bare()


def test_what_was_never_created_is_absent(ledger: Ledger) -> None:
    ledger.create(bare("op_other"))
    assert ledger.get("op_bare") is None


@pytest.mark.parametrize("row", [bare(), full()], ids=["bare", "full"])
def test_a_second_claim_gets_the_row_that_was_there_whole(ledger: Ledger, row: Operation) -> None:
    ledger.create(row)
    assert ledger.create(replace(row, owner="somebody else", fingerprint="other")) == row
    assert ledger.get(row.operation_id) == row


def test_the_full_row_has_something_in_every_field() -> None:
    defaults = {field.name: field.default for field in fields(Operation) if field.default is not MISSING}
    assert [name for name, default in defaults.items() if getattr(full(), name) == default] == []


def test_every_field_comes_back_as_it_was_stored(ledger: Ledger) -> None:
    ledger.create(full())
    assert ledger.get("op_full") == full()


def test_a_change_of_every_field_is_stored(ledger: Ledger) -> None:
    ledger.create(bare("op_full"))
    ledger.replace(bare("op_full"), full())
    assert ledger.get("op_full") == full()


def test_a_field_that_becomes_none_is_none(ledger: Ledger) -> None:
    emptied = replace(full(), **NONE_WHERE_POSSIBLE)  # type: ignore[arg-type]
    ledger.create(full())
    ledger.replace(full(), emptied)
    assert ledger.get("op_full") == emptied


def test_an_entry_that_was_written_before_key_ids_were_kept_is_read(
    rows: type[OperationRow], dynamodb_ledger: PynamoDBLedger
) -> None:
    entry = Entry(START, EntryKind.DISMISSED, "Olga", "paid in cash")
    dynamodb_ledger.create(replace(bare(), history=(entry,)))
    stored = rows.get("op_bare")
    del stored.history[0]["key_id"]
    stored.save()
    assert dynamodb_ledger.get("op_bare") == replace(bare(), history=(entry,))


def test_a_row_past_its_time_to_live_still_counts(ledger: Ledger) -> None:
    long_ago = replace(full(), expires_at=1)
    ledger.create(long_ago)
    assert ledger.create(bare("op_full")) == long_ago
    assert ledger.get("op_full") == long_ago


@pytest.mark.parametrize(
    "current",
    [replace(bare(), version=2), replace(bare(), state=State.UNKNOWN), replace(full("op_bare"), version=2)],
    ids=["another version", "another state", "settled meanwhile"],
)
def test_a_write_loses_against_a_row_that_has_changed_and_learns_what_it_is_now(
    ledger: Ledger, current: Operation
) -> None:
    ledger.create(current)
    with pytest.raises(Conflict) as lost:
        ledger.replace(bare(), replace(bare(), version=2, owner="late"))
    assert lost.value.current == current
    assert ledger.get("op_bare") == current


def test_a_write_loses_against_a_row_that_is_gone(ledger: Ledger) -> None:
    with pytest.raises(Conflict) as lost:
        ledger.replace(bare(), replace(bare(), version=2))
    assert lost.value.current is None
    assert ledger.get("op_bare") is None


def test_of_two_writers_that_read_the_same_row_one_wins(ledger: Ledger) -> None:
    ledger.create(bare())
    ledger.replace(bare(), replace(bare(), version=2, owner="first"))
    with pytest.raises(Conflict):
        ledger.replace(bare(), replace(bare(), version=2, owner="second"))
    assert ledger.get("op_bare") == replace(bare(), version=2, owner="first")
