"""What a worker does with a message: the ledger decides, the message only points."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from oncestep.application.attempt import Attempts, Task
from oncestep.application.bodies import Bodies
from oncestep.application.budget import Budget
from oncestep.application.commit import Commits
from oncestep.application.follow import Follow
from oncestep.application.lookup import AddressChanged, Lookups
from oncestep.application.pacing import Pacing
from oncestep.application.policies import Policies
from oncestep.application.ports import BlobMissing, Clock, Conflict, Connections, FinalMessage, WorkMessage
from oncestep.domain.errors import UnknownConnection
from oncestep.domain.operation import Operation
from oncestep.domain.resolve import LookUp, Send, Stop, Wait, next_step
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions import NotThatWay, Policy, lapse, note, redrive, stop


class Verdict(StrEnum):
    """What becomes of a message: deleted, or failed so that it comes back until the redrive policy moves it."""

    DELETE = "delete"
    FAIL = "fail"


@dataclass(slots=True, eq=False, repr=False)
class Work:
    """Handles one message at a time."""

    commits: Commits
    attempts: Attempts
    lookups: Lookups
    follow: Follow
    pacing: Pacing
    bodies: Bodies
    policies: Policies
    connections: Connections
    clock: Clock

    def on_work(self, message: WorkMessage, budget: Budget) -> Verdict:
        """Take the operation one step on, unless the message is stale; the row's `due_at` covers whatever waits."""
        operation = self.commits.ledger.get(message.operation_id)
        if operation is None or _stale(message, operation):
            return Verdict.DELETE
        if operation.state is State.IN_FLIGHT:
            operation = self._lapsed(operation)
        if operation.state in {State.ACCEPTED, State.UNKNOWN} and not operation.attention:
            self._step(operation, budget)
        return Verdict.DELETE

    def _lapsed(self, operation: Operation) -> Operation:
        """The row once its lease is over; as it is while the lease lives or when somebody was faster."""
        policy = self.policies.of(operation)
        try:
            return self.commits.apply(operation, lambda row: lapse(row, policy=policy, at=self.follow.moment()))
        except NotThatWay:
            return operation

    def _step(self, operation: Operation, budget: Budget) -> None:
        policy = self.policies.of(operation)
        match next_step(operation, policy.action, self.clock.now()):
            case Wait():
                return
            case Stop() as reason:
                self._stop(operation, reason)
            case Send() | LookUp() as step:
                if not self.pacing.held_back(operation, policy.action):
                    self._claimed(operation, policy, budget, look=isinstance(step, LookUp))
            case other:
                assert_never(other)

    def _claimed(self, operation: Operation, policy: Policy, budget: Budget, *, look: bool) -> None:
        """Send or look up under the policy by which that was decided: rules may change at any time."""
        try:
            task = self._task(operation, policy)
            if look:
                self.lookups.resolve(task, budget)
            else:
                self.attempts.again(task, budget)
        except UnknownConnection as error:
            self._stop(operation, Stop(Attention.CONNECTION, str(error)))
        except BlobMissing as error:
            self._stop(operation, Stop(Attention.STUCK, str(error)))
        except (AccountChanged, AddressChanged) as error:
            self._stop(operation, Stop(Attention.CONNECTION_CHANGED, str(error)))

    def _task(self, operation: Operation, policy: Policy) -> Task:
        connection = self.connections.find(operation.client, operation.provider, operation.connection)
        account = connection.account if connection else ""
        if connection and operation.account and account != operation.account:
            raise AccountChanged(f"the connection's account was {operation.account} and is {account} now")
        request = self.bodies.whole_request(operation.request)
        return Task(operation, policy, connection, request)

    def _stop(self, operation: Operation, reason: Stop) -> None:
        """Stop the row that was judged, and no later one: in a round opened since then, the reason may be mended."""
        try:
            stopped = self.commits.write(operation, stop(operation, reason, self.follow.moment()))
        except Conflict:
            return  # somebody else took it on meanwhile, and decides; `due_at` covers it
        self.follow.up(stopped)

    def on_final(self, message: FinalMessage, message_id: str) -> Verdict:
        """Let the latest announcement fail into the dead-letter queue; take one that came back as a new round.

        The first final of an announcement is noted by its MessageId. Under the same ID it fails again until SQS moves
        it; under another ID it was redriven. Every older final is deleted.
        """
        operation = self.commits.ledger.get(message.operation_id)
        if operation is None or not _current(message, operation):
            return Verdict.DELETE
        if operation.noted is None:
            return self._note(operation, message, message_id)
        if operation.noted == message_id:
            return Verdict.FAIL
        return self._redrive(operation, message)

    def _note(self, operation: Operation, message: FinalMessage, message_id: str) -> Verdict:
        try:
            self.commits.apply(
                operation,
                lambda row: note(
                    row,
                    message_id,
                    round_=message.round,
                    announcement=message.announcement,
                    at=self.follow.moment(),
                ),
            )
        except NotThatWay:
            return self.on_final(message, message_id)  # the row moved on: judge the message by what it is now
        return Verdict.FAIL

    def _redrive(self, operation: Operation, message: FinalMessage) -> Verdict:
        policy = self.policies.of(operation)
        try:
            opened = self.commits.apply(
                operation,
                lambda row: redrive(row, round_=message.round, policy=policy, at=self.follow.moment()),
            )
        except NotThatWay:
            return Verdict.DELETE  # the round was opened already: twice is once
        self.follow.up(opened)
        return Verdict.DELETE


class AccountChanged(Exception):
    """The connection points to another account than at the freezing; the key would mean nothing there."""


def _stale(message: WorkMessage, operation: Operation) -> bool:
    moved_on = (message.round, message.attempts) != (operation.round, len(operation.attempts))
    return moved_on or operation.state.terminal or operation.attention is not None


def _current(message: FinalMessage, operation: Operation) -> bool:
    latest = (message.round, message.announcement) == (operation.round, operation.announcement)
    return latest and operation.attention is not None and not operation.state.terminal
