"""Everybody sees what the key covers, and is not told of anything else."""

from dataclasses import dataclass, field, replace

import pytest

from oncestep.application.ports import Narrow, Page, Span
from oncestep.application.query import Filter, Query
from oncestep.domain.callers import Caller, Scope
from oncestep.domain.errors import ActionNotAllowed, UnknownOperation
from oncestep.domain.operation import Operation, StoredOutcome
from oncestep.domain.outcomes import Document
from oncestep.domain.states import Attention, State
from tests.suites.rows import bare
from tests.support.fakes import START, MemoryLedger
from tests.support.world import BUILDER, OPERATOR, id_of

OURS = bare(id_of("bare", "ours"))
THEIRS = replace(bare(id_of("bare", "theirs")), client="other")
NOBODYS = id_of("bare", "nobodys")
STOPPED = replace(
    bare("op_stopped"),
    attention=Attention.STUCK,
    provider="mail",
    action="send",
    connection="branch",
    idempotency_key="order-2",
)
DONE = replace(
    bare("op_done"),
    state=State.CONFIRMED,
    created_at=START - 5,
    correlation_id="run-1",
    outcome=StoredOutcome(200, Document.of_json({}), "thing-1"),
)


@dataclass
class PageOfAll:
    """A journal that gives one page, and remembers for whom it was asked."""

    page: Page = field(default_factory=lambda: Page((OURS, STOPPED, DONE), "next"))
    asked: list[tuple[str, str | None]] = field(default_factory=list)

    def recent(self, client: str, narrow: Narrow, span: Span, *, cursor: str | None, limit: int) -> Page:
        del narrow, span, cursor, limit
        return self._asked("recent", client)

    def stopped(self, client: str | None, *, cursor: str | None, limit: int) -> Page:
        del cursor, limit
        return self._asked("stopped", client)

    def by_key(self, client: str, key: str, span: Span, *, cursor: str | None, limit: int) -> Page:
        del key, span, cursor, limit
        return self._asked("by key", client)

    def by_remote_id(self, client: str, remote_id: str, span: Span, *, cursor: str | None, limit: int) -> Page:
        del remote_id, span, cursor, limit
        return self._asked("by remote ID", client)

    def by_correlation(self, client: str, correlation_id: str, span: Span, *, cursor: str | None, limit: int) -> Page:
        del correlation_id, span, cursor, limit
        return self._asked("by correlation", client)

    def _asked(self, index: str, client: str | None) -> Page:
        self.asked.append((index, client))
        return self.page


@pytest.fixture
def journal() -> PageOfAll:
    return PageOfAll()


@pytest.fixture
def query(journal: PageOfAll) -> Query:
    return Query(MemoryLedger({row.operation_id: row for row in (OURS, THEIRS)}), journal)


@pytest.mark.parametrize(
    ("caller", "operation"), [(BUILDER, OURS), (OPERATOR, OURS), (OPERATOR, THEIRS)], ids=["own", "own", "all clients"]
)
def test_an_operation_is_shown_to_whom_it_concerns(query: Query, caller: Caller, operation: Operation) -> None:
    assert query.one(caller, operation.operation_id) == operation


@pytest.mark.parametrize("caller", [BUILDER, replace(OPERATOR, scope=Scope.OWN), replace(BUILDER, scope=Scope.ALL)])
def test_somebody_elses_operation_looks_like_one_that_is_not_there(query: Query, caller: Caller) -> None:
    with pytest.raises(UnknownOperation) as theirs:
        query.one(caller, THEIRS.operation_id)
    with pytest.raises(UnknownOperation) as nobodys:
        query.one(caller, NOBODYS)
    assert str(theirs.value).replace(THEIRS.operation_id, NOBODYS) == str(nobodys.value)


def test_an_operation_of_an_action_that_the_key_does_not_allow_looks_like_one_that_is_not_there(query: Query) -> None:
    narrow = replace(OPERATOR, allow=("mail.*",))
    with pytest.raises(UnknownOperation) as disallowed:
        query.one(narrow, OURS.operation_id)
    with pytest.raises(UnknownOperation) as nobodys:
        query.one(narrow, NOBODYS)
    assert str(disallowed.value).replace(OURS.operation_id, NOBODYS) == str(nobodys.value)


@pytest.mark.parametrize(
    "wanted",
    [
        Filter(),
        Filter(idempotency_key="order-2"),
        Filter(attention="any"),
        Filter(correlation_id="run-1"),
        Filter(remote_id="thing-1"),
    ],
)
@pytest.mark.parametrize("caller", [BUILDER, OPERATOR])
def test_a_list_leaves_out_what_the_key_does_not_allow(
    query: Query, journal: PageOfAll, caller: Caller, wanted: Filter
) -> None:
    rows = (STOPPED, replace(STOPPED, correlation_id="run-1", outcome=DONE.outcome))
    journal.page = Page(tuple(replace(row, provider=provider) for row in rows for provider in ("mail", "shop")), "next")
    page = query.page(replace(caller, allow=("mail.*",)), wanted, cursor=None, limit=10)
    assert {operation.provider for operation in page.operations} == {"mail"}
    assert page.cursor == "next"


@pytest.mark.parametrize("path", ["", "op_1", "o" * 2_049, f"{NOBODYS}\n", "\ud800"])
def test_the_ledger_is_not_asked_for_what_is_no_operation_id(journal: PageOfAll, path: str) -> None:
    with pytest.raises(UnknownOperation):
        Query(MemoryLedger(unavailable=True), journal).one(OPERATOR, path)


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        (Filter(), [OURS, STOPPED, DONE]),
        (Filter(state="confirmed"), [DONE]),
        (Filter(action="mail.send"), [STOPPED]),
        (Filter(attention="stuck"), [STOPPED]),
        (Filter(attention="no_lookup"), []),
        (Filter(span=Span(START)), [OURS, STOPPED]),
        (Filter(span=Span(0, START)), [DONE]),
        (Filter(connection="branch"), [STOPPED]),
        (Filter(idempotency_key="order-1"), [OURS, DONE]),
        (Filter(correlation_id="run-1"), [DONE]),
        (Filter(remote_id="thing-1"), [DONE]),
        (Filter(idempotency_key="order-1", remote_id="thing-1", state="confirmed"), [DONE]),
        (Filter(idempotency_key="order-2", correlation_id="run-1"), []),
        (Filter(state="accepted", action="shop.order", span=Span(START)), [OURS]),
    ],
)
def test_a_page_is_filtered_and_keeps_its_cursor(query: Query, wanted: Filter, shown: list[Operation]) -> None:
    assert query.page(BUILDER, wanted, cursor=None, limit=10) == Page(tuple(shown), "next")


def test_any_attention_will_do(query: Query, journal: PageOfAll) -> None:
    journal.page = Page((STOPPED,), None)
    assert query.page(BUILDER, Filter(attention="any"), cursor=None, limit=10).operations == (STOPPED,)


@pytest.mark.parametrize(
    ("caller", "wanted", "asked"),
    [
        (BUILDER, Filter(), ("recent", "acme")),
        (OPERATOR, Filter(), ("recent", "acme")),
        (BUILDER, Filter(attention="any"), ("stopped", "acme")),
        (OPERATOR, Filter(attention="any"), ("stopped", None)),
        (replace(OPERATOR, scope=Scope.OWN), Filter(attention="any"), ("stopped", "acme")),
        (OPERATOR, Filter(client="other"), ("recent", "other")),
        (OPERATOR, Filter(client="other", attention="any"), ("stopped", "other")),
        (OPERATOR, Filter(client="acme", attention="any"), ("stopped", "acme")),
        (BUILDER, Filter(client="acme"), ("recent", "acme")),
        (OPERATOR, Filter(idempotency_key="order-1"), ("by key", "acme")),
        (OPERATOR, Filter(idempotency_key="order-1", attention="any"), ("by key", "acme")),
        (OPERATOR, Filter(client="other", idempotency_key="order-1"), ("by key", "other")),
        (OPERATOR, Filter(client="other", remote_id="thing-1"), ("by remote ID", "other")),
        (OPERATOR, Filter(client="other", correlation_id="run-1"), ("by correlation", "other")),
        (BUILDER, Filter(remote_id="thing-1", correlation_id="run-1"), ("by remote ID", "acme")),
        (BUILDER, Filter(remote_id="thing-1", idempotency_key="order-1", action="a.b"), ("by key", "acme")),
        (BUILDER, Filter(correlation_id="run-1", attention="stuck", state="unknown"), ("by correlation", "acme")),
    ],
)
def test_a_list_is_of_the_callers_client_but_for_operators_of_all(
    query: Query, journal: PageOfAll, caller: Caller, wanted: Filter, asked: tuple[str, str | None]
) -> None:
    query.page(caller, wanted, cursor=None, limit=10)
    assert journal.asked == [asked]


@pytest.mark.parametrize("caller", [BUILDER, replace(OPERATOR, scope=Scope.OWN), replace(BUILDER, scope=Scope.ALL)])
@pytest.mark.parametrize("attention", [None, "any"])
def test_nobody_lists_a_client_that_the_key_does_not_cover(
    query: Query, journal: PageOfAll, caller: Caller, attention: str | None
) -> None:
    with pytest.raises(ActionNotAllowed, match="client acme only"):
        query.page(caller, Filter(client="other", attention=attention), cursor=None, limit=10)
    assert journal.asked == []
