"""Only what never changes any more is remembered, and not without bound."""

from dataclasses import replace

import pytest

from oncestep.adapters import caching_ledger
from oncestep.adapters.caching_ledger import LARGEST, CachingLedger
from oncestep.application.ports import Conflict
from oncestep.domain.operation import FrozenRequest, Operation, StoredOutcome
from oncestep.domain.outcomes import Document
from oncestep.domain.states import State
from tests.suites.rows import bare
from tests.support.fakes import MemoryLedger

CONFIRMED = replace(bare(), state=State.CONFIRMED, version=2)


def trips(row: Operation) -> int:
    """How many round trips two reads of this row take."""
    memory = MemoryLedger({row.operation_id: row})
    ledger = CachingLedger(memory)
    assert ledger.get(row.operation_id) == ledger.get(row.operation_id) == row
    return memory.trips


def answered(size: int) -> Operation:
    return replace(CONFIRMED, outcome=StoredOutcome(201, Document(b"a" * size)))


@pytest.mark.parametrize("state", State)
def test_only_a_confirmed_row_is_remembered(state: State) -> None:
    assert trips(replace(bare(), state=state)) == (1 if state is State.CONFIRMED else 2)


@pytest.mark.parametrize(("size", "expected"), [(LARGEST, 1), (LARGEST + 1, 2)])
def test_a_row_with_large_bodies_is_read_again(size: int, expected: int) -> None:
    assert trips(answered(size)) == expected
    assert (
        trips(replace(CONFIRMED, request=FrozenRequest("POST", "https://shop.example", body=b"a" * size))) == expected
    )


def test_a_row_is_remembered_whole() -> None:
    row = replace(answered(5), request=FrozenRequest("POST", "https://shop.example", body=b"body"))
    ledger = CachingLedger(MemoryLedger({row.operation_id: row}))
    assert [ledger.create(bare()), ledger.create(bare()), ledger.get("op_bare")] == [row] * 3


def test_the_oldest_rows_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching_ledger, "CAPACITY", 2)
    memory = MemoryLedger({name: replace(CONFIRMED, operation_id=name) for name in ("op_1", "op_2", "op_3")})
    ledger = CachingLedger(memory)
    for name in ("op_1", "op_2", "op_3", "op_3", "op_2", "op_1"):
        ledger.get(name)
    assert memory.trips == 4


def test_what_it_writes_it_remembers() -> None:
    memory = MemoryLedger({"op_bare": bare()})
    ledger = CachingLedger(memory)
    ledger.replace(bare(), CONFIRMED)
    assert (ledger.get("op_bare"), memory.trips) == (CONFIRMED, 1)


def test_after_a_write_that_lost_it_asks_again() -> None:
    memory = MemoryLedger({"op_bare": CONFIRMED})
    ledger = CachingLedger(memory)
    ledger.get("op_bare")
    memory.rows["op_bare"] = changed = replace(CONFIRMED, version=3, snapshot="late evidence")
    with pytest.raises(Conflict):
        ledger.replace(CONFIRMED, replace(CONFIRMED, version=3))
    assert ledger.get("op_bare") == changed
