"""What operators do to an operation: replay, dismiss, resolve, fix forward. Each is recorded with who and why."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from oncestep.application.bodies import Bodies
from oncestep.application.calls import ActionRequest
from oncestep.application.commit import Commits
from oncestep.application.draft import Drafts
from oncestep.application.follow import Follow
from oncestep.application.policies import Policies
from oncestep.application.ports import Clock, Conflict
from oncestep.domain.callers import Caller, Role
from oncestep.domain.errors import ActionNotAllowed, UnknownOperation, VerbRefused
from oncestep.domain.identity import Json, successor_key
from oncestep.domain.operation import Operation, StoredOutcome
from oncestep.domain.resolve import safe_path
from oncestep.domain.transitions import (
    GRACE,
    By,
    NotThatWay,
    dismiss,
    replay,
    resolve_confirmed,
    resolve_not_applied,
    supersede,
)


class Order(NamedTuple):
    """Who does what to which operation, and why."""

    caller: Caller
    operation: Operation
    why: str

    @property
    def by(self) -> By:
        """The person, by the label and the ID of the key."""
        return By(self.caller.label, self.why, self.caller.key_id)


@dataclass(slots=True, eq=False, repr=False)
class Operate:
    """The verbs. Every one raises `VerbRefused` when the operation, as it stands now, does not allow it.

    Raises:
        UnknownOperation, ActionNotAllowed: the caller's key does not cover the operation, or is no operator's.

    """

    commits: Commits
    drafts: Drafts
    bodies: Bodies
    follow: Follow
    policies: Policies
    clock: Clock

    def replay(self, order: Order) -> Operation:
        """Another round with the same bytes and key; refused for an unknown without a safe path."""
        action = self.policies.of(order.operation).action

        def again(row: Operation) -> Operation:
            if not safe_path(row, action, self.clock.now()):
                raise VerbRefused("trying again could make a second effect; resolve it with evidence instead")
            return replay(row, order.by, at=self.follow.moment())

        return self.follow.up(self._apply(order, again))

    def dismiss(self, order: Order) -> Operation:
        """Stop for good."""
        policy = self.policies.of(order.operation)
        return self._apply(
            order,
            lambda row: dismiss(row, order.by, policy=policy, at=self.follow.moment()),
        )

    def resolve_confirmed(self, order: Order, outcome: StoredOutcome) -> Operation:
        """State that it was applied, with the remote ID and the result that later steps need.

        Raises:
            BlobsUnavailable: the result is large and could not be stored; nothing was stated.

        """
        policy = self.policies.of(order.operation)

        def resolved(row: Operation) -> Operation:
            stated = resolve_confirmed(row, outcome, order.by, policy=policy, at=self.follow.moment())
            kept = self.bodies.keep_statement(row.operation_id, outcome.document)
            return replace(stated, outcome=replace(outcome, document=kept))

        return self._apply(order, resolved)

    def resolve_not_applied(self, order: Order, *, seen: int) -> Operation:
        """State that it was not applied, of the `seen` attempts that the person looked for.

        Refused while one of them could still take effect, and when there has been another attempt meanwhile: nobody
        has looked for that one.
        """
        policy = self.policies.of(order.operation)

        def resolved(row: Operation) -> Operation:
            _require_seen(row, seen)
            self._require_over(row)
            return resolve_not_applied(row, order.by, policy=policy, at=self.follow.moment())

        return self._apply(order, resolved)

    def _require_over(self, row: Operation) -> None:
        processing = self.policies.of(row).action.max_processing or 0
        ends = max((attempt.hard_end for attempt in row.open_attempts), default=0) + processing
        if self.clock.now() < ends:
            raise VerbRefused(f"an attempt can still take effect until {ends} (epoch ms); resolve it after that")

    def fix_forward(self, order: Order, value: dict[str, Json]) -> Operation:
        """A new operation with changed input, linked both ways, written together with its parent or not at all."""
        _require_operator(order)
        parent, successor = order.operation, self._successor(order, value)
        try:
            linked = supersede(
                parent,
                order.by,
                successor=successor.operation_id,
                policy=self.policies.of(parent),
                at=self.follow.moment(),
            )
            self.commits.ledger.create_successor(parent, linked, successor)
        except NotThatWay as error:
            raise _refused(error, parent) from error
        except Conflict as conflict:
            raise _refused(conflict, conflict.current or parent) from conflict
        return self.follow.up(successor)

    def _successor(self, order: Order, value: dict[str, Json]) -> Operation:
        parent, revision = order.operation, order.operation.revision + 1
        call = ActionRequest(
            provider=parent.provider,
            action=parent.action,
            idempotency_key=successor_key(parent.operation_id, revision),
            input=value,
            connection=parent.connection,
            correlation_id=parent.correlation_id,
        )
        draft = self.drafts.draft(replace(order.caller, client=parent.client), call)
        kept = self.bodies.keep_request(draft.operation.operation_id, draft.request)
        return replace(
            draft.operation,
            request=kept,
            parent=parent.operation_id,
            callback_urls=parent.callback_urls,
            due_at=self.clock.now() + GRACE,
        )

    def _apply(self, order: Order, transition: Callable[[Operation], Operation]) -> Operation:
        _require_operator(order)

        def fitting(row: Operation) -> Operation:
            try:
                return transition(row)
            except NotThatWay as error:
                raise _refused(error, row) from error

        return self.follow.tell(self.commits.apply(order.operation, fitting))


def _refused(error: Exception, row: Operation) -> VerbRefused:
    return VerbRefused(f"{error}; this one is {row.state}")


def _require_seen(row: Operation, seen: int) -> None:
    """A person's statement speaks only of the attempts that they saw.

    Raises:
        VerbRefused: there have been others.

    """
    if len(row.attempts) != seen:
        raise VerbRefused(
            f"there have been {len(row.attempts)} attempts, and this statement speaks of {seen}; look at the provider "
            "again, then state it of all of them"
        )


def _require_operator(order: Order) -> None:
    """Whoever read the operation for the caller has checked the first already; nothing depends on that."""
    operation = order.operation
    if not order.caller.covers(operation.client, operation.full_action):
        raise UnknownOperation(f"there is no operation {operation.operation_id} for this API key; check both")
    if order.caller.role is not Role.OPERATOR:
        raise ActionNotAllowed("only an operator's key may do this")
