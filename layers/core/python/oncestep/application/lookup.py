"""Asks the provider whether an operation was applied, page by page, and settles what that shows."""

from dataclasses import dataclass, replace

from oncestep.application.attempt import Task, settle_owned
from oncestep.application.bodies import Bodies
from oncestep.application.budget import Budget
from oncestep.application.commit import Commits
from oncestep.application.follow import Follow
from oncestep.application.outgoing import outgoing, target
from oncestep.application.ports import Chance, Clock, Conflict, Outgoing, Sender
from oncestep.domain.classify import CREDENTIALS_REFUSED, classify_found, retry_after
from oncestep.domain.contract import Action, Lookup, OutcomeName
from oncestep.domain.documents import MISSING, parse, pick, pick_id, pick_text
from oncestep.domain.freezing import fill, lookup_url, operation_scope
from oncestep.domain.identity import Json
from oncestep.domain.operation import FrozenRequest, Operation
from oncestep.domain.outcomes import (
    SUCCESS,
    Absent,
    Ambiguous,
    Answer,
    Confirmed,
    Document,
    Evidence,
    Found,
    LookupFailed,
    LookupResult,
    NoAnswer,
)
from oncestep.domain.states import Attention
from oncestep.domain.transitions import Asked, claim_lookup, record_late_lookup, settle_lookup


@dataclass(slots=True, eq=False, repr=False)
class Lookups:
    """Resolves unknown operations by the contract's lookup."""

    commits: Commits
    sender: Sender
    bodies: Bodies
    follow: Follow
    clock: Clock
    chance: Chance

    def resolve(self, task: Task, budget: Budget) -> Operation:
        """Claim the row for a lookup, ask, and settle; the row of whoever was faster, if somebody was.

        Raises:
            UnknownConnection: a credential is missing; nothing was claimed.

        """
        action = task.policy.action
        lookup = _lookup_of(action)
        self._outgoing(action, task, None)
        lease = budget.lease(self.clock, action.timeout * lookup.max_pages)
        claimed = claim_lookup(
            task.operation, owner=self.chance.token(), lease_until=lease.until, at=self.follow.moment()
        )
        try:
            self.commits.write(task.operation, claimed)
        except Conflict as conflict:
            return conflict.current or task.operation
        asked = Asked(at=self.clock.now(), through=len(claimed.attempts))
        return self.follow.up(self._settle(task, claimed, self._kept(task, self._ask(action, task)), asked))

    def _kept(self, task: Task, result: LookupResult) -> LookupResult:
        """What was found, as its row holds it."""
        if not isinstance(result, Found):
            return result
        document = self.bodies.keep_document(task.operation.operation_id, result.outcome.document)
        return Found(replace(result.outcome, document=document))

    def _settle(self, task: Task, claimed: Operation, result: LookupResult, asked: Asked) -> Operation:
        policy = task.policy
        return settle_owned(
            self.commits,
            claimed,
            settled=lambda row: settle_lookup(row, result, asked, policy=policy, at=self.follow.moment()),
            late=lambda row: record_late_lookup(row, result, asked, policy=policy, at=self.follow.moment()),
        )

    def _ask(self, action: Action, task: Task) -> LookupResult:
        lookup, cursor, matches = _lookup_of(action), None, list[Json]()
        for _ in range(lookup.max_pages):
            evidence = self._page(action, task, cursor)
            items = _items(lookup, evidence)
            if items is None:
                return _failed(evidence, self.clock.now())
            matches += [item for item in items if _is_ours(action, task, lookup, item)]
            if not _goes_on(lookup, evidence):
                return _result(lookup, matches)
            cursor = _cursor(lookup, items)
            if cursor is None:
                break
        # The list goes on past what one lookup can read: what was found counts, an absence does not.
        result = _result(lookup, matches)
        return LookupFailed("list_goes_on") if isinstance(result, Absent) else result

    def _page(self, action: Action, task: Task, cursor: str | None) -> Evidence:
        return self.sender.send(self._outgoing(action, task, cursor))

    def _outgoing(self, action: Action, task: Task, cursor: str | None) -> Outgoing:
        request = _page_request(action, task, cursor)
        return outgoing(action, task.connection, request, timeout=action.timeout, now=self.clock.now())


def _lookup_of(action: Action) -> Lookup:
    if action.lookup is None:
        raise ValueError(f"{action.full_name} has no lookup")
    return action.lookup


def _page_request(action: Action, task: Task, cursor: str | None) -> FrozenRequest:
    base_url = target(action, task.connection).base_url
    return FrozenRequest("GET", lookup_url(action, task.operation.operation_id, base_url, cursor))


def _items(lookup: Lookup, evidence: Evidence) -> list[Json] | None:
    """The list in the answer; None when there is no readable one."""
    if not isinstance(evidence, Answer) or not evidence.ok or evidence.truncated:
        return None
    items = pick(parse(evidence.body), lookup.items)
    return items if isinstance(items, list) else None


def _is_ours(action: Action, task: Task, lookup: Lookup, item: Json) -> bool:
    scope = operation_scope(action, task.operation.operation_id)
    return all(pick_text(item, path) == fill(template, scope) for path, template in lookup.match.items())


def _goes_on(lookup: Lookup, evidence: Evidence) -> bool:
    """Whether the provider says that this page is not the last; whatever is not clearly an end is none."""
    if lookup.next_page is None or not isinstance(evidence, Answer):
        return False
    return pick(parse(evidence.body), lookup.next_page.more) not in (MISSING, None, False)


def _cursor(lookup: Lookup, items: list[Json]) -> str | None:
    """Where the next page begins; None if this one does not say so."""
    return pick_text(items[-1], lookup.next_page.cursor) if lookup.next_page and items else None


def _result(lookup: Lookup, matches: list[Json]) -> LookupResult:
    """What the matching objects prove together, each by its own state."""
    made = [item for item in matches if classify_found(lookup, item) is OutcomeName.CONFIRMED]
    if made:
        return _found(lookup, made)
    if any(classify_found(lookup, item) is OutcomeName.UNKNOWN for item in matches):
        return LookupFailed("found_undecided")
    return Absent()


def _found(lookup: Lookup, made: list[Json]) -> LookupResult:
    remote_ids = sorted({pick_id(item, lookup.remote_id) or "" for item in made})
    if len(remote_ids) > 1:
        return Ambiguous(tuple(remote_ids))
    return Found(Confirmed(SUCCESS.start, Document.of_json(made[0]), remote_ids[0] or None))


def _failed(evidence: Evidence, now: int) -> LookupFailed:
    match evidence:
        case NoAnswer():
            return LookupFailed(evidence.reason, attention=evidence.attention)
        case Answer(status=status) if status in CREDENTIALS_REFUSED:
            return LookupFailed(f"lookup http_{status}", attention=Attention.CONNECTION)
        case Answer(status=status):
            return LookupFailed(f"lookup http_{status}", retry_after(evidence, now))
