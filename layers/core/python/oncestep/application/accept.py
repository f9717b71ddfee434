"""POST an action: validate, claim once, send now or queue, and answer with the operation."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from oncestep.application.attempt import Attempts, Task
from oncestep.application.bodies import Bodies
from oncestep.application.budget import Budget
from oncestep.application.calls import ActionRequest
from oncestep.application.commit import Commits, existing
from oncestep.application.draft import Draft, Drafts
from oncestep.application.follow import Follow
from oncestep.application.ports import Clock
from oncestep.application.waiting import Waiting
from oncestep.domain.callers import Caller
from oncestep.domain.errors import (
    FieldError,
    HostNotAllowed,
    InvalidRequest,
    OncestepError,
    PayloadTooLarge,
    UnknownAction,
    UnknownConnection,
)
from oncestep.domain.operation import Operation
from oncestep.domain.transitions import GRACE, MAX_CALLBACKS, Moment, NotThatWay, subscribe

DEFAULT_WAIT = 20_000
OUTDATED = (InvalidRequest, UnknownAction, UnknownConnection, HostNotAllowed, PayloadTooLarge)
"""Why a call may be refused today that was taken when it was first made."""


class Reply(NamedTuple):
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
            LedgerUnavailable, BlobsUnavailable, ConnectionsUnavailable:
                nothing was claimed; the same request may be sent again.

        """
        if request.callback_url:
            self.drafts.check_callback(caller, request.callback_url)
        try:
            draft = self.drafts.draft(caller, request)
        except OUTDATED as error:
            return self._known(caller, request, budget, error)
        if self._inline(draft, request, budget):
            operation, fresh = self.attempts.first(self._task(draft), budget)
        else:
            operation, fresh = self._queue(draft)
        usual = DEFAULT_WAIT if fresh and not request.respond_async else 0
        wait = usual if request.wait is None else request.wait
        current = operation if fresh else self._subscribed(operation, request)
        settled = self.waiting.settled(current, wait, budget)
        return Reply(settled, replayed=not fresh, operation_id=operation.operation_id)

    def _subscribed(self, operation: Operation, request: ActionRequest) -> Operation:
        """The operation that answers a repeat; it tells the repeat's address too, unless it has ended.

        A tool that repeats a step waits at another address than before, and for both.
        """
        current, url = self.waiting.successor(operation), request.callback_url
        if url is None or url in current.callback_urls:
            return current
        try:
            return self.commits.apply(current, lambda row: _with_address(row, url, self.follow.moment()))
        except NotThatWay:
            return self.waiting.successor(existing(self.commits.ledger.get(current.operation_id), current.operation_id))

    def _inline(self, draft: Draft, request: ActionRequest, budget: Budget) -> bool:
        """Whether the call itself sends. Under a rate limit the worker does, since it may have to wait for a slot."""
        action = draft.policy.action
        return not (request.respond_async or action.rate_limit) and budget.fits(self.clock, action.timeout)

    def _task(self, draft: Draft) -> Task:
        return Task(self._kept(draft), draft.policy, draft.connection, draft.request)

    def _kept(self, draft: Draft) -> Operation:
        """The row to be; a large body is durable before its row is (law 1)."""
        operation = draft.operation
        return replace(operation, request=self.bodies.keep_request(operation.operation_id, draft.request))

    def _queue(self, draft: Draft) -> tuple[Operation, bool]:
        operation = replace(self._kept(draft), due_at=self.clock.now() + GRACE)
        winner = self.commits.ledger.create(operation)
        if winner is None or winner.owner == operation.owner:
            return self.follow.up(operation), True
        return same_intent(winner, operation), False

    def _known(self, caller: Caller, request: ActionRequest, budget: Budget, error: OncestepError) -> Reply:
        """A call that is not possible now may be a repeat from before its contract or its connection changed."""
        claim = self.drafts.repeated(caller, request)
        known = self.commits.ledger.get(claim.operation_id)
        if known is None:
            raise error
        current = self._subscribed(same_intent(known, claim), request)
        settled = self.waiting.settled(current, request.wait or 0, budget)
        return Reply(settled, replayed=True, operation_id=known.operation_id)


def _with_address(operation: Operation, url: str, at: Moment) -> Operation:
    if len(operation.callback_urls) >= MAX_CALLBACKS:
        problem = FieldError("callback_url", f"is one too many: an operation tells {MAX_CALLBACKS} addresses at most")
        raise InvalidRequest(f"callback_url {problem.problem}; repeat the call with one of the others", (problem,))
    return subscribe(operation, url, at)


def same_intent(known: Operation, claim: Operation) -> Operation:
    """The row that was there, if the claim means the same.

    Raises:
        KeyReused: it does not.

    """
    if not known.same_intent(claim):
        raise known.key_reused(claim)
    return known
