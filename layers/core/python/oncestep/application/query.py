"""Reading operations back: one, a page of them, one run's steps."""

from dataclasses import dataclass
from typing import NamedTuple

from oncestep.application.ports import Journal, Ledger, Page
from oncestep.domain.callers import Caller
from oncestep.domain.errors import ActionNotAllowed, UnknownOperation
from oncestep.domain.identity import OPERATION_ID
from oncestep.domain.operation import Operation

LARGEST_PAGE = 100
ANY = "any"
"""The filter for what waits for a person, whatever the reason."""


class Filter(NamedTuple):
    """Which operations to list; None does not filter. `since` in epoch milliseconds.

    Without a `client` a list is of the caller's own operations, and of every client's where it is of what waits for a
    person and the caller sees all.
    """

    client: str | None = None
    state: str | None = None
    action: str | None = None
    attention: str | None = None
    since: int = 0

    def admits(self, operation: Operation) -> bool:
        """Whether the operation passes."""
        return (
            self.state in {None, operation.state}
            and self.action in {None, operation.full_action}
            and self.attention in {None, operation.attention, ANY}
            and operation.created_at >= self.since
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
        if wanted.attention:
            every = None if caller.may_see("") else caller.client
            page = self.journal.stopped(wanted.client or every, cursor=cursor, limit=limit)
        else:
            client = wanted.client or caller.client
            page = self.journal.recent(client, since=wanted.since, cursor=cursor, limit=limit)
        return Page(tuple(filter(wanted.admits, page.operations)), page.cursor)
