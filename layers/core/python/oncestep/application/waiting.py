"""Waits for an operation to settle or stop, by looking at its row less and less often."""

from dataclasses import dataclass

from oncestep.application.budget import RESERVE, Budget
from oncestep.application.commit import existing
from oncestep.application.ports import Clock, Ledger
from oncestep.domain.errors import LedgerUnavailable
from oncestep.domain.operation import Operation
from oncestep.domain.states import Status

FIRST_PAUSE = 100
LONGEST_PAUSE = 1_000


@dataclass(slots=True, eq=False, repr=False)
class Waiting:
    """Polls the ledger for a caller."""

    ledger: Ledger
    clock: Clock

    def settled(self, operation: Operation, wait: int, budget: Budget) -> Operation:
        """The operation, or its successor, once it no longer changes by itself; else as it is after `wait` ms.

        While the ledger is out of reach it is what was read last: no error to a caller whose operation is accepted.
        """
        until = self.clock.monotonic() + min(wait, budget.left(self.clock) - RESERVE)
        operation, pause = self.successor(operation), FIRST_PAUSE
        while operation.status is Status.PROCESSING and self.clock.monotonic() + pause <= until:
            self.clock.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * 3 // 2)
            operation = self._again(operation)
        return operation

    def successor(self, operation: Operation) -> Operation:
        """The operation that a fix-forward put in this one's place, however often; or itself."""
        while operation.superseded_by:
            operation = existing(self.ledger.get(operation.superseded_by), operation.superseded_by)
        return operation

    def _again(self, operation: Operation) -> Operation:
        try:
            return self.successor(existing(self.ledger.get(operation.operation_id), operation.operation_id))
        except LedgerUnavailable:
            return operation
