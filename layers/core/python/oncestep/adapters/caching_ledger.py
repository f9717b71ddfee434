"""A ledger that remembers confirmed rows while a function is warm: a repeat of them costs no round trip."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from oncestep.application.ports import Ledger
from oncestep.domain.operation import Operation
from oncestep.domain.states import State

CAPACITY = 512
LARGEST = 16 * 1024
"""Rows with larger bodies are read again rather than kept."""


@dataclass(slots=True, eq=False, repr=False)
class CachingLedger:
    """`Ledger` before another one. Only confirmed rows are kept: their answer never changes.

    One object is shared by all invocations of a process, whoever the caller is: rows are keyed by operation ID, which
    holds the client.
    """

    ledger: Ledger
    _rows: OrderedDict[str, Operation] = field(default_factory=OrderedDict)

    def create(self, operation: Operation) -> Operation | None:
        """The remembered row, or what the ledger says; see `Ledger`."""
        return self._rows.get(operation.operation_id) or self._seen(self.ledger.create(operation))

    def get(self, operation_id: str) -> Operation | None:
        """The remembered row, or what the ledger says; see `Ledger`."""
        return self._rows.get(operation_id) or self._seen(self.ledger.get(operation_id))

    def replace(self, before: Operation, after: Operation) -> None:
        """Write and remember; see `Ledger`."""
        self._rows.pop(before.operation_id, None)
        self.ledger.replace(before, after)
        self._seen(after)

    def create_successor(self, before: Operation, after: Operation, successor: Operation) -> None:
        """Write; see `Ledger`."""
        self.ledger.create_successor(before, after, successor)

    def due(self, now: int, limit: int) -> Sequence[str]:
        """Ask the ledger; see `Ledger`."""
        return self.ledger.due(now, limit)

    def _seen(self, row: Operation | None) -> Operation | None:
        if row and row.state is State.CONFIRMED and _size(row) <= LARGEST:
            self._rows[row.operation_id] = row
            while len(self._rows) > CAPACITY:
                self._rows.popitem(last=False)
        return row


def _size(row: Operation) -> int:
    answered = len(row.outcome.document.content) if row.outcome else 0
    return len(row.request.body) + answered
