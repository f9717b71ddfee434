"""POST an action: validate, claim once, send now or queue, and answer with the operation."""

from dataclasses import dataclass, replace

from oncestep.application.attempt import Attempts, Task
from oncestep.application.bodies import Bodies
from oncestep.application.budget import Budget
from oncestep.application.calls import ActionRequest
from oncestep.application.commit import Commits
from oncestep.application.draft import Draft, Drafts
from oncestep.application.follow import Follow
from oncestep.application.ports import Clock
from oncestep.application.waiting import Waiting
from oncestep.domain.callers import Caller
from oncestep.domain.errors import InvalidRequest, KeyReused
from oncestep.domain.operation import Operation
from oncestep.domain.transitions import GRACE

DEFAULT_WAIT = 20_000


@dataclass(frozen=True, slots=True)
class Reply:
    """The operation that answers a call, and whether it was there before.

    After a fix-forward it is the successor of the one that was asked for, `operation_id`.
    """

    operation: Operation
    replayed: bool
    operation_id: str


@dataclass(slots=True, eq=False, repr=False)
class Accept:
    """The use case behind every connector step."""

    commits: Commits
    drafts: Drafts
    attempts: Attempts
    bodies: Bodies
    follow: Follow
    waiting: Waiting
    clock: Clock

    def __call__(self, caller: Caller, request: ActionRequest, budget: Budget) -> Reply:
        """Run the action once for its key.

        Raises:
            ActionNotAllowed, UnknownAction, UnknownConnection, HostNotAllowed, InvalidRequest, PayloadTooLarge:
                nothing was stored and nothing was sent.
            KeyReused: the key belongs to an operation with other parameters.
            LedgerUnavailable, BlobsUnavailable: nothing was claimed; the same request may be sent again.

        """
        try:
            draft = self.drafts.draft(caller, request)
        except InvalidRequest as error:
            return self._known(caller, request, error)
        if self._inline(draft, request, budget):
            operation, fresh = self.attempts.first(self._task(draft), budget)
        else:
            operation, fresh = self._queue(draft)
        usual = DEFAULT_WAIT if fresh and not request.respond_async else 0
        wait = usual if request.wait is None else request.wait
        settled = self.waiting.settled(operation, wait, budget)
        return Reply(settled, replayed=not fresh, operation_id=operation.operation_id)

    def _inline(self, draft: Draft, request: ActionRequest, budget: Budget) -> bool:
        return not request.respond_async and budget.fits(self.clock, draft.policy.action.timeout)

    def _task(self, draft: Draft) -> Task:
        return Task(self._kept(draft), draft.policy, draft.connection, draft.request)

    def _kept(self, draft: Draft) -> Operation:
        """The row to be; a large body is durable before its row is (law 1)."""
        operation = draft.operation
        return replace(operation, request=self.bodies.keep_request(operation.operation_id, draft.request))

    def _queue(self, draft: Draft) -> tuple[Operation, bool]:
        operation = replace(self._kept(draft), due_at=self.clock.now() + GRACE)
        existing = self.commits.ledger.create(operation)
        if existing is None or existing.owner == operation.owner:
            return self.follow.up(operation), True
        return same_intent(existing, operation), False

    def _known(self, caller: Caller, request: ActionRequest, error: InvalidRequest) -> Reply:
        """Input that no longer validates may be a repeat from before the contract changed."""
        claim = self.drafts.claim(caller, request)
        existing = self.commits.ledger.get(claim.operation_id)
        if existing is None:
            raise error
        current = self.waiting.successor(same_intent(existing, claim))
        return Reply(current, replayed=True, operation_id=existing.operation_id)


def same_intent(existing: Operation, claim: Operation) -> Operation:
    """The row that was there, if the claim means the same.

    Raises:
        KeyReused: it does not.

    """
    if not existing.same_intent(claim):
        raise KeyReused(operation_id=existing.operation_id, idempotency_key=existing.idempotency_key)
    return existing
