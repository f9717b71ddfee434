"""Reading operations back: one, a page of them, one run's steps."""

from dataclasses import dataclass
from typing import NamedTuple

from oncestep.application.ports import Journal, Ledger, Page
from oncestep.domain.callers import Caller
from oncestep.domain.errors import UnknownOperation
from oncestep.domain.identity import OPERATION_ID
from oncestep.domain.operation import Operation

LARGEST_PAGE = 100


class Filter(NamedTuple):
    """Which operations to list; None does not filter. `since` in epoch milliseconds."""

    state: str | None = None
    action: str | None = None
    attention: str | None = None
    since: int = 0

    def admits(self, operation: Operation) -> bool:
        """Whether the operation passes."""
        return (
            self.state in {None, operation.state}
            and self.action in {None, operation.full_action}
            and self.attention in {None, operation.attention, "any"}
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
        if operation is None or not caller.may_see(operation.client):
            raise UnknownOperation(f"there is no operation {operation_id[:40]}; check the ID and the API key")
        return operation

    def page(self, caller: Caller, wanted: Filter, *, cursor: str | None, limit: int) -> Page:
        """One page, newest first. A page may be short or empty and still have a cursor: filters come after reading."""
        if wanted.attention:
            client = None if caller.may_see("") else caller.client
            page = self.journal.stopped(client, cursor=cursor, limit=limit)
        else:
            page = self.journal.recent(caller.client, since=wanted.since, cursor=cursor, limit=limit)
        return Page(tuple(filter(wanted.admits, page.operations)), page.cursor)
