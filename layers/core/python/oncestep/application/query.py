"""Reading operations back: one, or a page of them."""

from dataclasses import dataclass
from typing import NamedTuple

from oncestep.application.ports import Journal, Ledger, Narrow, Page, Span
from oncestep.domain.callers import Caller
from oncestep.domain.errors import ActionNotAllowed, UnknownOperation
from oncestep.domain.identity import OPERATION_ID
from oncestep.domain.operation import Operation

LARGEST_PAGE = 100
ANY = "any"
"""The filter for what waits for a person, whatever the reason."""


class Filter(NamedTuple):
    """Which operations to list; None does not filter. All that are given must fit.

    Without a `client` a list is of the caller's own operations, and of every client's where it is of what waits for a
    person, by no more than that, and the caller sees all.
    """

    client: str | None = None
    state: str | None = None
    action: str | None = None
    attention: str | None = None
    connection: str | None = None
    idempotency_key: str | None = None
    correlation_id: str | None = None
    remote_id: str | None = None
    span: Span = Span()

    @property
    def by_name(self) -> bool:
        """Whether it names few operations, by what identifies them somewhere."""
        return any((self.idempotency_key, self.correlation_id, self.remote_id))

    def admits(self, operation: Operation) -> bool:
        """Whether the operation passes."""
        return (
            self.state in {None, operation.state}
            and self.action in {None, operation.full_action}
            and self.attention in {None, operation.attention, ANY}
            and self.connection in {None, operation.connection}
            and self.idempotency_key in {None, operation.idempotency_key}
            and self.correlation_id in {None, operation.correlation_id}
            and self.remote_id in {None, operation.outcome and operation.outcome.remote_id}
            and self.span.holds(operation.created_at)
        )


@dataclass(slots=True, eq=False, repr=False)
class Query:
    """Shows each caller what its key covers."""

    ledger: Ledger
    journal: Journal

    def one(self, caller: Caller, operation_id: str) -> Operation:
        """The operation.

        Raises:
            UnknownOperation: there is none that this caller may see; which of the two is not told.

        """
        # A path may hold anything, and the table refuses a key of more than 2048 bytes.
        operation = self.ledger.get(operation_id) if OPERATION_ID.fullmatch(operation_id) else None
        if operation is None or not caller.covers(operation.client, operation.full_action):
            raise UnknownOperation(f"there is no operation {operation_id[:40]} for this API key; check both")
        return operation

    def page(self, caller: Caller, wanted: Filter, *, cursor: str | None, limit: int) -> Page:
        """One page, newest first. A page may be short or empty and still have a cursor: filters come after reading.

        Raises:
            ActionNotAllowed: the caller does not see that client's operations.

        """
        if wanted.client and not caller.may_see(wanted.client):
            raise ActionNotAllowed(
                f"this API key shows the operations of client {caller.client} only; leave `client` out, "
                "or use an operator's key that sees all clients"
            )
        page = self._read(caller, wanted, cursor=cursor, limit=limit)
        return Page(tuple(row for row in page.operations if _shown(row, caller, wanted)), page.cursor)

    def _read(self, caller: Caller, wanted: Filter, *, cursor: str | None, limit: int) -> Page:
        """From the index that leaves the fewest rows to read; the other filters come after it."""
        client, span, journal = wanted.client or caller.client, wanted.span, self.journal
        if wanted.idempotency_key:
            return journal.by_key(client, wanted.idempotency_key, span, cursor=cursor, limit=limit)
        if wanted.remote_id:
            return journal.by_remote_id(client, wanted.remote_id, span, cursor=cursor, limit=limit)
        if wanted.correlation_id:
            return journal.by_correlation(client, wanted.correlation_id, span, cursor=cursor, limit=limit)
        if wanted.attention:
            every = None if caller.may_see("") else caller.client
            return journal.stopped(wanted.client or every, cursor=cursor, limit=limit)
        return journal.recent(client, Narrow(wanted.connection, wanted.action), span, cursor=cursor, limit=limit)


def _shown(operation: Operation, caller: Caller, wanted: Filter) -> bool:
    return caller.covers(operation.client, operation.full_action) and wanted.admits(operation)
