"""Lists from the ledger's indexes: page after page every row comes once, however many share a moment."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import pytest

from oncestep.adapters.pynamodb_journal import DAYS_PER_PAGE, FIRST_DAY, PynamoDBJournal
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.pynamodb_rows import OperationRow, bound_rows, shard_of, shards
from oncestep.application.ports import Journal, Page
from oncestep.domain.errors import InvalidRequest, LedgerUnavailable
from oncestep.domain.operation import Operation
from oncestep.domain.states import Attention
from tests.suites.rows import bare
from tests.support.fakes import START, FakeClock
from tests.support.moto import REGION, aws

DAY = 86_400_000
MIDNIGHT = START - START % DAY
LIMITS = (2, 100)


@pytest.fixture
def journal(rows: type[OperationRow]) -> Journal:
    return PynamoDBJournal(rows, FakeClock())


def store(ledger: PynamoDBLedger, operations: list[Operation]) -> None:
    for operation in operations:
        ledger.create(operation)


def created(*moments: int) -> list[Operation]:
    return [
        replace(bare(f"op_{number:02}"), created_at=moment, correlation_id="run-1")
        for number, moment in enumerate(moments)
    ]


def stopped(*moments: int) -> list[Operation]:
    return [
        replace(operation, attention=Attention.STUCK, attention_at=operation.created_at)
        for operation in created(*moments)
    ]


def pages(read: Callable[[str | None], Page]) -> Iterator[tuple[str, ...]]:
    cursor = None
    while True:
        page = read(cursor)
        yield tuple(operation.operation_id for operation in page.operations)
        cursor = page.cursor
        if cursor is None:
            return


def newest_first(operations: list[Operation]) -> list[str]:
    ordered = sorted(operations, key=lambda operation: (operation.created_at, operation.operation_id), reverse=True)
    return [operation.operation_id for operation in ordered]


SPREADS = {
    "no row": [],
    "one after the other": [START - number * 1_000 for number in range(8)],
    "all in one moment": [START] * 16,
    "a burst between others": [START, *[START - 5] * 16, START - 9],
    "over several days": [START - number * DAY // 3 for number in range(8)],
    "around midnight": [MIDNIGHT - 1, MIDNIGHT, MIDNIGHT, MIDNIGHT + 1, MIDNIGHT - DAY],
    "with weeks between": [START, START - 31 * DAY, START - 70 * DAY, START - 70 * DAY],
}
each_spread = pytest.mark.parametrize("moments", SPREADS.values(), ids=SPREADS.keys())


@each_spread
@pytest.mark.parametrize("limit", LIMITS)
def test_the_pages_of_recent_rows_leave_no_gap_and_repeat_nothing(
    journal: Journal, dynamodb_ledger: PynamoDBLedger, moments: list[int], limit: int
) -> None:
    store(dynamodb_ledger, created(*moments))
    since = min(moments, default=START)
    read = list(pages(lambda cursor: journal.recent("acme", since=since, cursor=cursor, limit=limit)))
    assert [operation_id for page in read for operation_id in page] == newest_first(created(*moments))
    assert max(map(len, read)) <= limit


@each_spread
@pytest.mark.parametrize("limit", LIMITS)
def test_the_pages_of_stopped_rows_leave_no_gap_and_repeat_nothing(
    journal: Journal, dynamodb_ledger: PynamoDBLedger, moments: list[int], limit: int
) -> None:
    store(dynamodb_ledger, stopped(*moments))
    read = list(pages(lambda cursor: journal.stopped(None, cursor=cursor, limit=limit)))
    assert [operation_id for page in read for operation_id in page] == newest_first(stopped(*moments))
    assert max(map(len, read)) <= limit


def test_these_spreads_reach_every_shard() -> None:
    assert {shard_of(operation.operation_id) for operation in created(*SPREADS["all in one moment"])} == set(shards())


def test_recent_rows_are_those_of_one_client(journal: Journal, dynamodb_ledger: PynamoDBLedger) -> None:
    store(dynamodb_ledger, [bare("op_ours"), replace(bare("op_theirs"), client="other")])
    page = journal.recent("acme", since=0, cursor=None, limit=10)
    assert page.operations == (bare("op_ours"),)


def test_recent_rows_begin_where_they_were_asked_to(journal: Journal, dynamodb_ledger: PynamoDBLedger) -> None:
    store(dynamodb_ledger, created(START - 1, START, START - 2 * DAY))
    page = journal.recent("acme", since=START, cursor=None, limit=10)
    assert [operation.created_at for operation in page.operations] == [START]


@pytest.mark.parametrize("since", [START + 1, START + 5 * DAY, 10**20])
def test_nothing_is_recent_after_now(journal: Journal, dynamodb_ledger: PynamoDBLedger, since: int) -> None:
    store(dynamodb_ledger, created(START))
    assert journal.recent("acme", since=since, cursor=None, limit=10) == Page((), None)


def test_a_row_that_goes_on_leaves_the_stopped_ones(journal: Journal, dynamodb_ledger: PynamoDBLedger) -> None:
    (operation,) = stopped(START)
    store(dynamodb_ledger, [operation])
    dynamodb_ledger.replace(operation, replace(operation, version=2, attention=None, attention_at=None))
    assert journal.stopped(None, cursor=None, limit=10) == Page((), None)


def test_a_client_sees_only_its_own_stops_and_an_operator_of_all_sees_every_one(
    journal: Journal, dynamodb_ledger: PynamoDBLedger
) -> None:
    ours, theirs = stopped(START, START)
    store(dynamodb_ledger, [ours, replace(theirs, client="other")])
    assert journal.stopped("acme", cursor=None, limit=10).operations == (ours,)
    assert len(journal.stopped(None, cursor=None, limit=10).operations) == 2


def test_the_steps_of_a_run_come_oldest_first(journal: Journal, dynamodb_ledger: PynamoDBLedger) -> None:
    steps = created(START, START - 5, START - 2 * DAY)
    others = [replace(bare("op_other_run"), correlation_id="run-2"), bare("op_no_run")]
    store(dynamodb_ledger, [*steps, *others, replace(bare("op_theirs"), client="other", correlation_id="run-1")])
    assert journal.flow("acme", "run-1") == tuple(reversed(steps))


def test_a_run_that_nobody_knows_has_no_steps(journal: Journal) -> None:
    assert journal.flow("acme", "run-1") == ()


@pytest.mark.parametrize(
    "cursor", ["", "x", ":", "5", "5:", ":op_1", "-5:op_1", "1.5:op_1", f"{10**20}:op_1", f"{'9' * 5000}:op_1"]
)
def test_a_cursor_that_no_list_gave_out_is_refused(journal: Journal, cursor: str) -> None:
    with pytest.raises(InvalidRequest) as of_recent:
        journal.recent("acme", since=0, cursor=cursor, limit=10)
    with pytest.raises(InvalidRequest) as of_stopped:
        journal.stopped(None, cursor=cursor, limit=10)
    assert [refused.value.fields[0].field for refused in (of_recent, of_stopped)] == ["cursor", "cursor"]


@pytest.mark.parametrize(
    "read",
    [
        lambda journal: journal.recent("acme", since=0, cursor=None, limit=1),
        lambda journal: journal.stopped(None, cursor=None, limit=1),
        lambda journal: journal.flow("acme", "run-1"),
    ],
    ids=["recent", "stopped", "flow"],
)
def test_a_ledger_that_cannot_be_read_is_told(read: Callable[[Journal], object]) -> None:
    with aws(), pytest.raises(LedgerUnavailable):
        read(PynamoDBJournal(bound_rows("nowhere", REGION), FakeClock()))


def test_whoever_asks_for_everything_gets_all_there_is_in_a_few_pages(
    journal: Journal, dynamodb_ledger: PynamoDBLedger
) -> None:
    oldest, newest = operations = created(FIRST_DAY, START)
    store(dynamodb_ledger, operations)
    read = list(islice(pages(lambda cursor: journal.recent("acme", since=0, cursor=cursor, limit=10)), 10))
    assert [operation_id for page in read for operation_id in page] == [newest.operation_id, oldest.operation_id]
    assert len(read) == (START - FIRST_DAY) // (DAYS_PER_PAGE * DAY) + 1


def test_a_clock_before_the_first_day_still_lists_its_own_day(
    rows: type[OperationRow], dynamodb_ledger: PynamoDBLedger
) -> None:
    store(dynamodb_ledger, created(DAY))
    page = PynamoDBJournal(rows, FakeClock(at=DAY)).recent("acme", since=0, cursor=None, limit=10)
    assert [operation.created_at for operation in page.operations] == [DAY]
