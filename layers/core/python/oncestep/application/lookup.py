"""Asks the provider whether an operation was applied, page by page, and settles what that shows."""

from dataclasses import dataclass, replace

from oncestep.application.attempt import Task, settle_owned
from oncestep.application.bodies import Bodies
from oncestep.application.budget import Budget
from oncestep.application.commit import Commits
from oncestep.application.follow import Follow
from oncestep.application.outgoing import origin, outgoing, target
from oncestep.application.ports import Chance, Clock, Conflict, Outgoing, Sender
from oncestep.domain.classify import CREDENTIALS_REFUSED, retry_after
from oncestep.domain.contract import Action, Lookup
from oncestep.domain.credentials import secret_texts
from oncestep.domain.documents import parse
from oncestep.domain.freezing import lookup_url
from oncestep.domain.identity import Json
from oncestep.domain.operation import FrozenRequest, Operation
from oncestep.domain.outcomes import Absent, Answer, Evidence, Found, LookupFailed, LookupResult, NoAnswer
from oncestep.domain.pages import Page, read_page, shown
from oncestep.domain.paths import lies_below
from oncestep.domain.redaction import redaction_of
from oncestep.domain.states import Attention
from oncestep.domain.transitions import Asked, claim_lookup, record_late_lookup, settle_lookup
from oncestep.domain.unsaid import lookup_without

OK = 200


class AddressChanged(Exception):
    """A lookup would ask at another address than the one that the operation was sent to."""


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
            AddressChanged: the provider lies at another address now; nothing was claimed.

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
        return self.follow.up(self._settle(task, claimed, self._asked(action, task), asked))

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

    def _asked(self, action: Action, task: Task) -> LookupResult:
        try:
            found = lookup_without(self._ask(action, task), _secrets(task))
            result = redaction_of(action, task.request).lookup(self._kept(task, found))
        except Exception as error:  # noqa: BLE001 - a defect of ours must not leave the row in flight
            self.commits.signals.count("SenderFailed")
            return LookupFailed(f"lookup failed: {type(error).__name__}")
        return result

    def _ask(self, action: Action, task: Task) -> LookupResult:
        lookup, cursor, ours = _lookup_of(action), None, tuple[Json, ...]()
        for _ in range(lookup.max_pages):
            evidence = self._page(action, task, cursor)
            page = _read(action, task, evidence)
            if page is None:
                return _failed(evidence, self.clock.now())
            ours, cursor = (*ours, *page.ours), page.cursor
            if not page.goes_on:
                return shown(lookup, ours)
            if cursor is None:
                break
        # The list goes on past what one lookup can read: what was found counts, an absence does not.
        result = shown(lookup, ours)
        return LookupFailed("list_goes_on") if isinstance(result, Absent) else result

    def _page(self, action: Action, task: Task, cursor: str | None) -> Evidence:
        return self.sender.send(self._outgoing(action, task, cursor))

    def _outgoing(self, action: Action, task: Task, cursor: str | None) -> Outgoing:
        request = _page_request(action, task, cursor)
        return outgoing(action, task.connection, request, timeout=action.timeout, now=self.clock.now())


def _secrets(task: Task) -> frozenset[str]:
    return secret_texts(task.connection.credentials) if task.connection else frozenset()


def _lookup_of(action: Action) -> Lookup:
    if action.lookup is None:
        raise ValueError(f"{action.full_name} has no lookup")
    return action.lookup


def _page_request(action: Action, task: Task, cursor: str | None) -> FrozenRequest:
    """The lookup's request; it must go where the operation's went, or it would find nothing there.

    Raises:
        AddressChanged: the contract or the connection lies at another address now.

    """
    base_url = target(action, task.connection).base_url
    if not lies_below(task.request.url, base_url):
        raise AddressChanged(f"the request was sent to {origin(task.request.url)}, and {base_url} is asked now")
    return FrozenRequest("GET", lookup_url(action, task.operation.operation_id, base_url, cursor))


def _read(action: Action, task: Task, evidence: Evidence) -> Page | None:
    """The page in a whole answer; another 2xx than 200 may be a part of it, or made later."""
    if not isinstance(evidence, Answer) or evidence.status != OK or evidence.truncated:
        return None
    return read_page(action, _lookup_of(action), parse(evidence.body), task.operation.operation_id)


def _failed(evidence: Evidence, now: int) -> LookupFailed:
    match evidence:
        case NoAnswer():
            return LookupFailed(evidence.reason, attention=evidence.attention)
        case Answer(status=status) if status in CREDENTIALS_REFUSED:
            return LookupFailed(f"lookup http_{status}", attention=Attention.CONNECTION)
        case Answer(status=status):
            reason = "unreadable_list" if status == OK else f"lookup http_{status}"
            return LookupFailed(reason, retry_after(evidence, now))
