"""What must happen after a row rests: the next try is enqueued, a stop is announced. The sweep repeats what is lost."""

from collections.abc import Callable
from dataclasses import dataclass

from oncestep.application.callbacks import Callbacks
from oncestep.application.commit import Commits, existing
from oncestep.application.messages import final_message, work_message
from oncestep.application.ports import Chance, Clock, Conflict, Queue, QueueUnavailable
from oncestep.domain.errors import LedgerUnavailable
from oncestep.domain.operation import Operation
from oncestep.domain.states import State
from oncestep.domain.transitions import LONGEST_MESSAGE_DELAY, Moment, NotThatWay, announce, told


@dataclass(slots=True, eq=False, repr=False)
class Follow:
    """Enqueues, announces and tells."""

    commits: Commits
    queue: Queue
    callbacks: Callbacks
    clock: Clock
    chance: Chance

    def up(self, operation: Operation) -> Operation:
        """Do what the row, as it rests now, calls for."""
        operation = self.tell(operation)
        if operation.state.terminal or operation.state is State.IN_FLIGHT:
            return operation
        if operation.attention:
            return self.announce(operation)
        self.enqueue(operation)
        return operation

    def tell(self, operation: Operation) -> Operation:
        """Make the callbacks of the row's events, and only then take the events off the row.

        Whoever dies in between leaves the events to the sweep; the callbacks that exist already are met again.
        """
        if not operation.events:
            return operation
        try:
            return self._told(operation)
        except LedgerUnavailable:  # no error to a caller whose effect is done
            self.commits.signals.count("CallbacksDeferred")
            return operation

    def _told(self, operation: Operation) -> Operation:
        for callback in self.callbacks.of(operation):
            if self.commits.ledger.create(callback) is None:
                self.enqueue(callback)
        try:
            return self.commits.apply(operation, lambda row: told(row, operation.events, self.moment()))
        except NotThatWay:  # somebody else has told them meanwhile
            return existing(self.commits.ledger.get(operation.operation_id), operation.operation_id)

    def enqueue(self, operation: Operation) -> None:
        """Send a work message for the moment when the next try may begin."""
        delay = max(0, operation.next_at - self.clock.now())
        if delay <= LONGEST_MESSAGE_DELAY:
            self._sent(lambda: self.queue.send_work(work_message(operation), delay=delay))

    def announce(self, operation: Operation) -> Operation:
        """Take the next announcement number and send the final message with it, once.

        A number that somebody else's write took is somebody else's to send. A ledger that is out of reach is no error
        to a caller whose operation has stopped; the row's `due_at` covers the announcement.
        """
        try:
            announced = self.commits.write(operation, announce(operation, self.moment()))
        except (Conflict, NotThatWay):
            return operation
        except LedgerUnavailable:
            self.commits.signals.count("AnnouncementDeferred")
            return operation
        self._sent(lambda: self.queue.send_final(final_message(announced)))
        return announced

    def _sent(self, send: Callable[[], None]) -> None:
        """A message that the queue does not take is left to the sweep."""
        try:
            send()
        except QueueUnavailable:
            self.commits.signals.count("EnqueueFailed")

    def moment(self) -> Moment:
        """Now, with fresh jitter."""
        return Moment(self.clock.now(), self.chance.jitter())
