"""Lists from the ledger's indexes: page after page every row comes once, however many share a moment."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

import pytest

from oncestep.adapters import pynamodb_journal
from oncestep.adapters.pynamodb_journal import DAYS_PER_PAGE, FIRST_DAY, PynamoDBJournal
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.pynamodb_rows import OperationRow, bound_rows, shard_of, shards
from oncestep.application.ports import Journal, Narrow, Page, Span
from oncestep.domain.errors import InvalidRequest, LedgerUnavailable
from oncestep.domain.operation import Operation, StoredOutcome
from oncestep.domain.outcomes import Document
from oncestep.domain.states import Attention, State
from tests.suites.rows import bare
from tests.support.fakes import START, FakeClock
from tests.support.moto import REGION, aws

DAY = 86_400_000
MIDNIGHT = START - START % DAY
LIMITS = (2, 100)
ALL = Narrow()


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
    read = list(pages(lambda cursor: journal.recent("acme", ALL, Span(since), cursor=cursor, limit=limit)))
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
    page = journal.recent("acme", ALL, Span(), cursor=None, limit=10)
    assert page.operations == (bare("op_ours"),)


def test_recent_rows_begin_where_they_were_asked_to(journal: Journal, dynamodb_ledger: PynamoDBLedger) -> None:
    store(dynamodb_ledger, created(START - 1, START, START - 2 * DAY))
    page = journal.recent("acme", ALL, Span(START), cursor=None, limit=10)
    assert [operation.created_at for operation in page.operations] == [START]


@pytest.mark.parametrize("since", [START + 1, START + 5 * DAY, 10**20])
def test_nothing_is_recent_after_now(journal: Journal, dynamodb_ledger: PynamoDBLedger, since: int) -> None:
    store(dynamodb_ledger, created(START))
    assert journal.recent("acme", ALL, Span(since), cursor=None, limit=10) == Page((), None)


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


def test_the_steps_of_a_run_come_newest_first(journal: Journal, dynamodb_ledger: PynamoDBLedger) -> None:
    steps = created(START, START - 5, START - 2 * DAY)
    others = [replace(bare("op_other_run"), correlation_id="run-2"), bare("op_no_run")]
    store(dynamodb_ledger, [*steps, *others, replace(bare("op_theirs"), client="other", correlation_id="run-1")])
    assert journal.by_correlation("acme", "run-1", Span(), cursor=None, limit=10) == Page(tuple(steps), None)


def test_a_run_that_nobody_knows_has_no_steps(journal: Journal) -> None:
    assert journal.by_correlation("acme", "run-1", Span(), cursor=None, limit=10) == Page((), None)


@pytest.mark.parametrize(
    "cursor", ["", "x", ":", "5", "5:", ":op_1", "-5:op_1", "1.5:op_1", f"{10**20}:op_1", f"{'9' * 5000}:op_1"]
)
def test_a_cursor_that_no_list_gave_out_is_refused(journal: Journal, cursor: str) -> None:
    with pytest.raises(InvalidRequest) as of_recent:
        journal.recent("acme", ALL, Span(), cursor=cursor, limit=10)
    with pytest.raises(InvalidRequest) as of_stopped:
        journal.stopped(None, cursor=cursor, limit=10)
    assert [refused.value.fields[0].field for refused in (of_recent, of_stopped)] == ["cursor", "cursor"]


@pytest.mark.parametrize(
    "read",
    [
        lambda journal: journal.recent("acme", ALL, Span(), cursor=None, limit=1),
        lambda journal: journal.stopped(None, cursor=None, limit=1),
        lambda journal: journal.by_correlation("acme", "run-1", Span(), cursor=None, limit=1),
        lambda journal: journal.by_key("acme", "order-1", Span(), cursor=None, limit=1),
        lambda journal: journal.by_remote_id("acme", "thing-1", Span(), cursor=None, limit=1),
    ],
    ids=["recent", "stopped", "by correlation", "by key", "by remote ID"],
)
def test_a_ledger_that_cannot_be_read_is_told(read: Callable[[Journal], object]) -> None:
    with aws(), pytest.raises(LedgerUnavailable):
        read(PynamoDBJournal(bound_rows("nowhere", REGION), FakeClock()))


def test_whoever_asks_for_everything_gets_all_there_is_in_a_few_pages(
    journal: Journal, dynamodb_ledger: PynamoDBLedger
) -> None:
    oldest, newest = operations = created(FIRST_DAY, START)
    store(dynamodb_ledger, operations)
    read = list(islice(pages(lambda cursor: journal.recent("acme", ALL, Span(), cursor=cursor, limit=10)), 10))
    assert [operation_id for page in read for operation_id in page] == [newest.operation_id, oldest.operation_id]
    assert len(read) == (START - FIRST_DAY) // (DAYS_PER_PAGE * DAY) + 1


def test_a_clock_before_the_first_day_still_lists_its_own_day(
    rows: type[OperationRow], dynamodb_ledger: PynamoDBLedger
) -> None:
    store(dynamodb_ledger, created(DAY))
    page = PynamoDBJournal(rows, FakeClock(at=DAY)).recent("acme", ALL, Span(), cursor=None, limit=10)
    assert [operation.created_at for operation in page.operations] == [DAY]


Listing = Callable[[Journal, Span, str | None, int], Page]
NAMED: dict[str, Listing] = {
    "by key": lambda journal, span, cursor, limit: journal.by_key("acme", "order-1", span, cursor=cursor, limit=limit),
    "by remote ID": lambda journal, span, cursor, limit: journal.by_remote_id(
        "acme", "thing-1", span, cursor=cursor, limit=limit
    ),
    "by correlation": lambda journal, span, cursor, limit: journal.by_correlation(
        "acme", "run-1", span, cursor=cursor, limit=limit
    ),
}
each_listing = pytest.mark.parametrize("listing", NAMED.values(), ids=NAMED.keys())
MADE = StoredOutcome(200, Document.of_json({"id": "thing-1"}), "thing-1")


def named(*moments: int) -> list[Operation]:
    """Operations with one key, one remote ID and one run."""
    return [replace(operation, outcome=MADE) for operation in created(*moments)]


@each_listing
@each_spread
@pytest.mark.parametrize("limit", LIMITS)
def test_the_pages_of_a_key_and_of_an_id_leave_no_gap_and_repeat_nothing(
    journal: Journal, dynamodb_ledger: PynamoDBLedger, listing: Listing, moments: list[int], limit: int
) -> None:
    store(dynamodb_ledger, named(*moments))
    read = list(pages(lambda cursor: listing(journal, Span(), cursor, limit)))
    assert [operation_id for page in read for operation_id in page] == newest_first(named(*moments))
    assert max(map(len, read)) <= limit


@each_listing
def test_a_key_and_an_id_are_those_of_one_client(
    journal: Journal, dynamodb_ledger: PynamoDBLedger, listing: Listing
) -> None:
    (operation,) = named(START)
    theirs = [
        replace(operation, operation_id=f"op_{client}", client=client) for client in ("other", "acm", "acme.", "ACME")
    ]
    store(dynamodb_ledger, [operation, *theirs])
    assert listing(journal, Span(), None, 10).operations == (operation,)


@each_listing
def test_another_key_or_id_is_not_shown(journal: Journal, dynamodb_ledger: PynamoDBLedger, listing: Listing) -> None:
    (operation,) = named(START)
    others = replace(MADE, remote_id="thing-10"), replace(MADE, remote_id=None), None
    store(
        dynamodb_ledger,
        [
            replace(
                operation,
                operation_id=f"op_{number}",
                idempotency_key=f"order-1{number}",
                correlation_id="run-10",
                outcome=outcome,
            )
            for number, outcome in enumerate(others)
        ],
    )
    assert listing(journal, Span(), None, 10) == Page((), None)


@each_listing
def test_a_row_that_is_gone_leaves_no_gap_in_the_pages(
    journal: Journal, rows: type[OperationRow], dynamodb_ledger: PynamoDBLedger, listing: Listing
) -> None:
    newest, second, third, oldest = operations = named(START, START - 1, START - 2, START - 3)
    store(dynamodb_ledger, operations)
    first = listing(journal, Span(), None, 2)
    for gone in (second, third):
        rows.get(gone.operation_id).delete()
    rest = listing(journal, Span(), first.cursor, 2)
    assert (first.operations, rest.operations) == ((newest, second), (oldest,))


def test_a_row_that_goes_between_index_and_table_is_left_out(
    rows: type[OperationRow], dynamodb_ledger: PynamoDBLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    operations = named(START, START - 1)
    store(dynamodb_ledger, operations)
    read = rows.batch_get
    monkeypatch.setattr(rows, "batch_get", lambda operation_ids: read([*operation_ids[1:], "op_gone"]))
    page = PynamoDBJournal(rows, FakeClock()).by_key("acme", "order-1", Span(), cursor=None, limit=10)
    assert page.operations == (operations[1],)


LISTINGS: dict[str, Listing] = {
    **NAMED,
    "recent": lambda journal, span, cursor, limit: journal.recent("acme", ALL, span, cursor=cursor, limit=limit),
}


@pytest.mark.parametrize("listing", LISTINGS.values(), ids=LISTINGS.keys())
@pytest.mark.parametrize(
    ("span", "shown"),
    [
        (Span(), [0, 1, 2, 3]),
        (Span(START - DAY), [0, 1, 2]),
        (Span(0, START), [1, 2, 3]),
        (Span(START - DAY, START), [1, 2]),
        (Span(START - DAY, START - DAY), []),
        (Span(START - DAY, START - DAY + 1), [2]),
        (Span(START + 5, START + 9), []),
        (Span(0, 0), []),
    ],
)
def test_a_list_is_of_what_was_created_in_its_span(
    journal: Journal, dynamodb_ledger: PynamoDBLedger, listing: Listing, span: Span, shown: list[int]
) -> None:
    operations = named(START, START - 1, START - DAY, START - DAY - 1)
    store(dynamodb_ledger, operations)
    for limit in LIMITS:
        read = pages(partial(in_span, listing, journal, span, limit))
        assert [found for page in read for found in page] == [operations[number].operation_id for number in shown]


def in_span(listing: Listing, journal: Journal, span: Span, limit: int, cursor: str | None) -> Page:
    return listing(journal, span, cursor, limit)


@pytest.mark.parametrize("remote_id", ["thing-2", "ü#\N{PILE OF POO}", "r" * 1_024])
def test_an_operation_is_found_by_its_remote_id_once_its_outcome_is_written(
    journal: Journal, dynamodb_ledger: PynamoDBLedger, remote_id: str
) -> None:
    open_row = bare()
    dynamodb_ledger.create(open_row)
    assert journal.by_remote_id("acme", remote_id, Span(), cursor=None, limit=10) == Page((), None)
    settled = replace(
        open_row, version=2, state=State.CONFIRMED, outcome=replace(MADE, remote_id=remote_id), settled_at=START
    )
    dynamodb_ledger.replace(open_row, settled)
    assert journal.by_remote_id("acme", remote_id, Span(), cursor=None, limit=10) == Page((settled,), None)


def test_later_evidence_moves_an_operation_to_its_new_remote_id(
    journal: Journal, dynamodb_ledger: PynamoDBLedger
) -> None:
    (before,) = named(START)
    store(dynamodb_ledger, [before])
    after = replace(before, version=2, outcome=replace(MADE, remote_id="thing-2"))
    dynamodb_ledger.replace(before, after)
    assert journal.by_remote_id("acme", "thing-1", Span(), cursor=None, limit=10) == Page((), None)
    assert journal.by_remote_id("acme", "thing-2", Span(), cursor=None, limit=10) == Page((after,), None)


def test_an_operation_that_was_superseded_is_found_by_its_own_key_and_its_successor_in_their_run(
    journal: Journal, dynamodb_ledger: PynamoDBLedger
) -> None:
    (parent,) = created(START)
    store(dynamodb_ledger, [parent])
    superseded = replace(parent, version=2, state=State.SUPERSEDED, superseded_by="op_99")
    successor = replace(parent, operation_id="op_99", idempotency_key="fix-1", created_at=START + 1)
    dynamodb_ledger.create_successor(parent, superseded, successor)
    assert journal.by_key("acme", "order-1", Span(), cursor=None, limit=10).operations == (superseded,)
    assert journal.by_correlation("acme", "run-1", Span(), cursor=None, limit=10).operations == (successor, superseded)


@pytest.mark.parametrize(
    ("narrow", "shown"),
    [
        (Narrow(), ["op_mail", "op_bare", "op_branch"]),
        (Narrow(connection="default"), ["op_mail", "op_bare"]),
        (Narrow(connection="branch"), ["op_branch"]),
        (Narrow(action="shop.order"), ["op_bare", "op_branch"]),
        (Narrow(action="shop.refund"), []),
        (Narrow(connection="branch", action="mail.send"), []),
        (Narrow(connection="default", action="mail.send"), ["op_mail"]),
    ],
)
def test_recent_rows_are_narrowed_to_a_connection_and_an_action(
    journal: Journal, dynamodb_ledger: PynamoDBLedger, narrow: Narrow, shown: list[str]
) -> None:
    store(
        dynamodb_ledger,
        [
            replace(bare("op_mail"), provider="mail", action="send", created_at=START),
            replace(bare("op_bare"), created_at=START - 1),
            replace(bare("op_branch"), connection="branch", created_at=START - DAY),
        ],
    )
    page = journal.recent("acme", narrow, Span(), cursor=None, limit=10)
    assert [operation.operation_id for operation in page.operations] == shown


def test_a_page_looks_at_so_many_keys_and_the_next_goes_on_behind_them(
    journal: Journal, dynamodb_ledger: PynamoDBLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KEYS_PER_PAGE", "KEYS_PER_SHARD", "KEYS_PER_REQUEST"):
        monkeypatch.setattr(pynamodb_journal, name, 2)
    others = created(*[START - number for number in range(30)], *[START - 7] * 20, *[START - DAY] * 9)
    (wanted,) = [replace(bare("op_wanted"), connection="branch", created_at=START - DAY - 1)]
    store(dynamodb_ledger, [*others, wanted])
    read = list(
        pages(lambda cursor: journal.recent("acme", Narrow("branch"), Span(START - DAY - 5), cursor=cursor, limit=5))
    )
    assert [operation_id for page in read for operation_id in page] == ["op_wanted"]
    assert 3 < len(read) < len(others)


def test_pages_that_end_early_neither_miss_nor_repeat_what_passes(
    journal: Journal, dynamodb_ledger: PynamoDBLedger, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KEYS_PER_PAGE", "KEYS_PER_SHARD", "KEYS_PER_REQUEST"):
        monkeypatch.setattr(pynamodb_journal, name, 2)
    operations = [
        replace(operation, connection="branch" if number % 3 else "default")
        for number, operation in enumerate(created(*[START - number // 4 for number in range(60)], START - 2 * DAY))
    ]
    store(dynamodb_ledger, operations)
    read = pages(lambda cursor: journal.recent("acme", Narrow("branch"), Span(MIDNIGHT), cursor=cursor, limit=3))
    expected = [operation for operation in operations[:60] if operation.connection == "branch"]
    assert [operation_id for page in read for operation_id in page] == newest_first(expected)
