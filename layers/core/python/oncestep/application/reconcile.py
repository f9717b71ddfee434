"""The sweep: looks at every row that is overdue and enqueues it again. It decides nothing itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from oncestep.application.budget import Budget
from oncestep.application.commit import Commits, existing
from oncestep.application.follow import Follow
from oncestep.application.ports import Clock, Conflict
from oncestep.domain.errors import LedgerUnavailable
from oncestep.domain.operation import Operation
from oncestep.domain.states import State
from oncestep.domain.transitions import NotThatWay, put_off, sweep

BATCH = 100
BATCH_TIME = 10_000
"""What one batch may take (ms)."""


@dataclass(slots=True, eq=False, repr=False)
class Reconcile:
    """Runs each minute; its cost follows the number of overdue rows, not the size of the table."""

    commits: Commits
    follow: Follow
    clock: Clock

    def __call__(self, budget: Budget) -> int:
        """Sweep overdue rows while there are some and time is left; how many there were.

        Raises:
            ExceptionGroup: after all others were swept, what each row raised that could not be.

        """
        seen, failed, limit = set[str](), dict[str, Exception](), BATCH
        while budget.fits(self.clock, BATCH_TIME):
            overdue = self.commits.ledger.due(self.clock.now(), limit)
            batch = [operation_id for operation_id in overdue if operation_id not in seen]
            failed |= self._swept(batch)
            seen.update(batch)
            if len(overdue) < limit:
                break
            # Rows that stay overdue whatever is done to them are passed over: they must hold up no other.
            limit = BATCH + len(overdue) - len(batch)
        self.commits.signals.count("ReconcileBacklog", len(seen))
        if failed:
            raise ExceptionGroup(f"could not sweep {', '.join(failed)}", list(failed.values()))
        return len(seen)

    def _swept(self, batch: Sequence[str]) -> dict[str, Exception]:
        """Sweep these; what was raised for those that could not be."""
        failed: dict[str, Exception] = {}
        for operation_id in batch:
            try:
                self._sweep(operation_id)
            except LedgerUnavailable:
                raise  # it is no row's fault
            except Exception as error:  # noqa: BLE001 - raised once all others are swept
                error.add_note(f"while sweeping {operation_id}")
                failed[operation_id] = error
        return failed

    def _sweep(self, operation_id: str) -> None:
        operation = self.commits.ledger.get(operation_id)
        if operation is None or not self._overdue(operation):
            return  # the index lags behind the table
        self._oldest_unknown(operation)
        operation = self._told(operation)
        if operation.attention:
            self.follow.announce(operation)
        elif not operation.state.terminal:
            self._enqueue(operation)

    def _told(self, operation: Operation) -> Operation:
        """Put off first, so that one row that cannot be told holds up nothing."""
        if not operation.events:
            return operation
        try:
            operation = self.commits.write(operation, put_off(operation, self.follow.moment()))
        except Conflict as conflict:
            return existing(conflict.current, operation.operation_id)
        return self.follow.tell(operation)

    def _enqueue(self, operation: Operation) -> None:
        try:
            swept = self.commits.write(operation, sweep(operation, self.follow.moment()))
        except (Conflict, NotThatWay):
            return  # somebody is at it
        if swept.attention:
            self.follow.announce(swept)
        else:
            # A lease that is over is lapsed by the worker, so such a row is enqueued although it is in flight.
            self.follow.enqueue(swept)

    def _overdue(self, operation: Operation) -> bool:
        return operation.due_at is not None and operation.due_at <= self.clock.now()

    def _oldest_unknown(self, operation: Operation) -> None:
        if operation.state is State.UNKNOWN and operation.attempts:
            age = self.clock.now() - operation.attempts[-1].started_at
            self.commits.signals.count("OldestUnknownSeconds", age // 1000)
