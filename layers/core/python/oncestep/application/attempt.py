"""One attempt: claim the operation, send its frozen request, settle what that proved."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from oncestep.application.bodies import Bodies
from oncestep.application.budget import Budget, Lease
from oncestep.application.commit import Commits, existing
from oncestep.application.follow import Follow
from oncestep.application.outgoing import outgoing
from oncestep.application.ports import (
    Chance,
    ClaimedEffect,
    Clock,
    Conflict,
    Connection,
    Once,
    Outgoing,
    Sender,
)
from oncestep.domain.classify import classify
from oncestep.domain.credentials import masked
from oncestep.domain.errors import LedgerUnavailable
from oncestep.domain.operation import FrozenRequest, Operation
from oncestep.domain.outcomes import Confirmed, NotApplied, Outcome, Rejected, Unknown
from oncestep.domain.redaction import redaction_of
from oncestep.domain.states import State
from oncestep.domain.transitions import Policy, claim_send, record_late, settle
from oncestep.domain.unsaid import outcome_without, wordless


class Task(NamedTuple):
    """What one attempt needs: the row before it, its contract, credentials and the whole request."""

    operation: Operation
    policy: Policy
    connection: Connection | None
    request: FrozenRequest


@dataclass(slots=True, eq=False, repr=False)
class Attempts:
    """Sends operations, each attempt at most once per claim."""

    commits: Commits
    once: Once
    sender: Sender
    bodies: Bodies
    follow: Follow
    clock: Clock
    chance: Chance

    def first(self, task: Task, budget: Budget) -> tuple[Operation, bool]:
        """Claim, freeze and send a new operation: the row, and whether we performed it (else it was there before).

        Raises:
            KeyReused: the row that was there has other parameters.
            UnknownConnection: a credential is missing; nothing was claimed.

        """
        # The row's first version is its claim: one put claims, freezes and marks it in flight.
        return self._run(task, budget, self.commits.ledger.create, version=1)

    def again(self, task: Task, budget: Budget) -> tuple[Operation, bool]:
        """Claim an accepted or unknown row and send its request; False when somebody else was faster.

        Raises:
            UnknownConnection: a credential is missing; nothing was claimed.

        """

        def take(claimed: Operation) -> Operation | None:
            try:
                self.commits.write(task.operation, claimed)
            except Conflict as conflict:
                return existing(conflict.current, claimed.operation_id)
            return None

        return self._run(task, budget, take, version=task.operation.version + 1)

    def _run(
        self, task: Task, budget: Budget, claim: Callable[[Operation], Operation | None], *, version: int
    ) -> tuple[Operation, bool]:
        action = task.policy.action
        request = outgoing(action, task.connection, task.request, timeout=action.timeout, now=self.clock.now())
        lease = budget.lease(self.clock, action.timeout)
        claimed = claim_send(
            task.operation, owner=self.chance.token(), lease_until=lease.until, at=self.follow.moment()
        )
        claimed = replace(claimed, version=version)
        row, performed = self.once.run(
            ClaimedEffect(
                operation=claimed,
                claim=lambda: _in_the_way(claim(claimed), claimed),
                perform=lambda: self._perform(task, request, lease),
                settle=lambda outcome: self._settle(task, claimed, outcome),
            )
        )
        owned = performed and row.owner == claimed.owner
        return (self.follow.up(row) if owned else row), performed

    def _perform(self, task: Task, request: Outgoing, lease: Lease) -> Outcome:
        # A frozen sandbox or a slow clock must not send after others may have judged this attempt over.
        if self.clock.monotonic() > lease.latest_start:
            return NotApplied("deadline_passed")
        return self._sent(task, request)

    def _sent(self, task: Task, request: Outgoing) -> Outcome:
        try:
            outcome = self._proved(task, request)
        except Exception as error:  # noqa: BLE001 - a defect of ours after the claim must not look like "not sent"
            self.commits.signals.count("SenderFailed")
            message = masked(f"{type(error).__name__}: {error}", request.secrets)
            outcome = Unknown("sender_failed", message=message)
        return self._redacted(task, outcome)

    def _redacted(self, task: Task, outcome: Outcome) -> Outcome:
        try:
            return redaction_of(task.policy.action, task.request).outcome(outcome)
        except Exception:  # noqa: BLE001 - what cannot be masked is not said, but what was proved stands
            self.commits.signals.count("SenderFailed")
            return wordless(outcome)

    def _proved(self, task: Task, request: Outgoing) -> Outcome:
        evidence = self.sender.send(request)
        proved = classify(task.policy.action.outcomes, evidence, now=self.clock.now())
        outcome = outcome_without(proved, request.secrets)
        if isinstance(outcome, Confirmed | Rejected):
            kept = self.bodies.keep_document(task.operation.operation_id, outcome.document)
            return replace(outcome, document=kept)
        return outcome

    def _settle(self, task: Task, claimed: Operation, outcome: Outcome) -> Operation:
        number = len(claimed.attempts)
        try:
            return settle_owned(
                self.commits,
                claimed,
                settled=lambda row: settle(row, number, outcome, policy=task.policy, at=self.follow.moment()),
                late=lambda row: record_late(row, number, outcome, policy=task.policy, at=self.follow.moment()),
            )
        except LedgerUnavailable:
            # The effect is done or not, but this is no error to the caller: the lease ends and reconcile finds out.
            self.commits.signals.count("SettleFailed")
            return claimed


def _in_the_way(winner: Operation | None, claimed: Operation) -> Operation | None:
    """The row that won, unless it is our own claim, which only looked lost (law 9)."""
    ours = winner and winner.owner == claimed.owner and winner.state is State.IN_FLIGHT
    return None if ours else winner


def settle_owned(
    commits: Commits,
    claimed: Operation,
    *,
    settled: Callable[[Operation], Operation],
    late: Callable[[Operation], Operation],
) -> Operation:
    """Settle as the owner; without the token the evidence is appended instead.

    The owner's write is conditional on its token: whoever finds the token but no flight has settled before, by a
    write that only looked failed.
    """
    before = claimed
    while True:
        try:
            return commits.write(before, settled(before))
        except Conflict as conflict:
            before = existing(conflict.current, claimed.operation_id)
        if before.owner != claimed.owner:
            return commits.apply(before, late)
        if before.state is not State.IN_FLIGHT:
            return before
