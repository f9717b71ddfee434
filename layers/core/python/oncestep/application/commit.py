"""Compare and swap: every change of a row is a pure transition, written only if the row is still what it was."""

from collections.abc import Callable
from dataclasses import dataclass

from oncestep.application.ports import Conflict, Ledger, Signals
from oncestep.domain.errors import UnknownOperation
from oncestep.domain.operation import EntryKind, Operation

SIGNALS = {
    EntryKind.STOPPED: "OperationStopped",
    EntryKind.DUPLICATE_EFFECT: "DuplicateEffect",
    EntryKind.EFFECT_AFTER_CLOSE: "EffectAfterClose",
}


@dataclass(slots=True, eq=False, repr=False)
class Commits:
    """Writes transitions and raises the signals that their history entries call for."""

    ledger: Ledger
    signals: Signals

    def write(self, before: Operation, after: Operation) -> Operation:
        """Write once.

        Raises:
            Conflict: the row has changed since `before` was read.

        """
        self.ledger.replace(before, after)
        self._signal(before, after)
        return after

    def apply(self, before: Operation, transition: Callable[[Operation], Operation]) -> Operation:
        """Write the transition of the row as it is, however often it changes meanwhile.

        Whatever the transition raises for the row as it is then, ends this. Somebody's write succeeds in every
        round, and rows do not change for ever, so this ends.
        """
        while True:
            try:
                return self.write(before, transition(before))
            except Conflict as conflict:
                before = existing(conflict.current, before.operation_id)

    def _signal(self, before: Operation, after: Operation) -> None:
        for entry in after.history[len(before.history) :]:
            if entry.kind in SIGNALS:
                self.signals.count(SIGNALS[entry.kind])


def existing(operation: Operation | None, operation_id: str) -> Operation:
    """The operation, which must be there.

    Raises:
        UnknownOperation: it is not.

    """
    if operation is None:
        raise UnknownOperation(f"there is no operation {operation_id}")
    return operation
