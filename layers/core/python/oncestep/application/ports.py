"""What the use cases need of the world. Each port has an adapter; tests bring fakes that pass the same suite."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from oncestep.domain.connection_rules import ConnectionRules
from oncestep.domain.contract import Action, RateLimit
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import Evidence, Outcome


class Conflict(Exception):
    """A conditional write lost: the row is not what the writer had read. `current` is what it is now."""

    def __init__(self, current: Operation | None) -> None:
        super().__init__("the row has changed since it was read")
        self.current = current


class Ledger(Protocol):
    """The table of operations. Every write is conditional; reads by ID are consistent.

    Raises `LedgerUnavailable` from any method when the table cannot be reached.
    """

    def create(self, operation: Operation) -> Operation | None:
        """Claim the row. None: it is ours now. Otherwise the row that was there, untouched (one round trip)."""

    def get(self, operation_id: str) -> Operation | None:
        """The row as it is now."""

    def replace(self, before: Operation, after: Operation) -> None:
        """Write `after` if the row still has `before`'s state and version.

        A write of ours that succeeded although it looked failed counts as success (law 9).

        Raises:
            Conflict: the row is another one by now.

        """

    def create_successor(self, before: Operation, after: Operation, successor: Operation) -> None:
        """Write the parent's `after` and the new `successor` row together, or neither.

        Raises:
            Conflict: the parent has changed, or there is a successor already.

        """

    def due(self, now: int, limit: int) -> Sequence[str]:
        """IDs of up to `limit` operations whose `due_at` is over, the longest overdue first."""


class Page(NamedTuple):
    """One page of a list, newest first; `cursor` asks for the next."""

    operations: tuple[Operation, ...]
    cursor: str | None


class Span(NamedTuple):
    """Created when (epoch ms): at or after `since`, and before `until` where that is given."""

    since: int = 0
    until: int | None = None

    def holds(self, moment: int) -> bool:
        """Whether the moment lies in it."""
        return self.since <= moment and (self.until is None or moment < self.until)


class Narrow(NamedTuple):
    """Which of a client's operations to look for: through one connection, of one action (`provider.action`)."""

    connection: str | None = None
    action: str | None = None


class Journal(Protocol):
    """Reading many operations: lists come from the ledger, never from messages.

    Every list is newest first. A page may be short or empty and still have a cursor; a row that is gone is left out.
    """

    def recent(self, client: str, narrow: Narrow, span: Span, *, cursor: str | None, limit: int) -> Page:
        """A client's operations."""

    def stopped(self, client: str | None, *, cursor: str | None, limit: int) -> Page:
        """Operations with an attention reason, the latest stop first; of every client when `client` is None."""

    def by_key(self, client: str, key: str, span: Span, *, cursor: str | None, limit: int) -> Page:
        """A client's operations with this idempotency key, of whatever action."""

    def by_remote_id(self, client: str, remote_id: str, span: Span, *, cursor: str | None, limit: int) -> Page:
        """A client's operations whose outcome names this object at the provider."""

    def by_correlation(self, client: str, correlation_id: str, span: Span, *, cursor: str | None, limit: int) -> Page:
        """The operations of one run of a client's flow."""


@dataclass(frozen=True, slots=True)
class WorkMessage:
    """Points at an operation that something must be done about; stale once the attempts or the round moved on."""

    operation_id: str
    round: int
    attempts: int
    context: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FinalMessage:
    """Announces a stop; it fails on purpose until the queue's redrive policy moves it to the dead-letter queue."""

    operation_id: str
    round: int
    announcement: int
    context: Mapping[str, object] = field(default_factory=dict)


class QueueUnavailable(Exception):
    """The queue did not take a message; the row's `due_at` covers it."""


class Queue(Protocol):
    """The queue of work. Delivery is at least once, in any order.

    Raises `QueueUnavailable` from any method when a message was not taken.
    """

    def send_work(self, message: WorkMessage, *, delay: int) -> None:
        """Deliver after at least `delay` milliseconds (900 000 at most)."""

    def send_final(self, message: FinalMessage) -> None:
        """Send once: an attempt that looks failed is never repeated, since a second copy would look redriven."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A client's credentials for one account at a provider. Secrets never leave this object but to be sent.

    `rules`: what its owner knows of the API behind it.
    """

    name: str
    account: str
    base_url: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    credentials: Mapping[str, str] = field(default_factory=dict, repr=False)
    rules: ConnectionRules | None = None


class Connections(Protocol):
    """Where credentials live.

    Raises `ConnectionsUnavailable` when the store cannot be reached.
    """

    def find(self, client: str, provider: str, name: str) -> Connection | None:
        """The connection, or None when the client has none of that name for that provider."""


class RateSlots(Protocol):
    """Hands out the times at which requests may be sent, so that all senders together keep to a rate limit.

    Raises `LedgerUnavailable` when the slots cannot be reached.
    """

    def reserve(self, name: str, limit: RateLimit, now: int, *, within: int) -> int | None:
        """The next free time of that name (epoch ms, `now` at the earliest). It is nobody else's, used or not.

        None where that would be later than `within` milliseconds from now; nothing is reserved then.
        """


class Catalog(Protocol):
    """The compiled contracts."""

    def find(self, provider: str, action: str) -> Action | None:
        """The action, or None."""

    def actions(self) -> Sequence[Action]:
        """All actions that callers may call, by provider and name."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request ready to send: credentials added, hosts that it may go to, and its time (ms) in all.

    `secrets` are the texts of its credentials that must not be kept, whoever says them.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = field(repr=False)
    body: bytes = field(repr=False)
    allowed_hosts: tuple[str, ...]
    timeout: int
    secrets: frozenset[str] = field(default=frozenset(), repr=False)


class Sender(Protocol):
    """One HTTP exchange, without retries or redirects. Never raises for what the other side does."""

    def send(self, request: Outgoing) -> Evidence:
        """Send once and tell how far it got."""


class Blobs(Protocol):
    """Bodies too large for a row; content-addressed under their operation, so that a repeat writes the same.

    Raises `BlobsUnavailable` from any method when the store cannot be reached.
    """

    def put(self, operation_id: str, content: bytes) -> str:
        """Store and return the reference."""

    def get(self, reference: str) -> bytes:
        """The content.

        Raises:
            BlobMissing: there is none, or it is not what was stored.

        """


class BlobMissing(Exception):
    """A stored body is gone or damaged; the operation cannot go on without a person."""


class Clock(Protocol):
    """Time: epoch milliseconds for the ledger, monotonic milliseconds for deadlines inside one process."""

    def now(self) -> int:
        """Epoch milliseconds."""

    def monotonic(self) -> int:
        """Milliseconds that never go back; only differences mean something."""

    def sleep(self, milliseconds: int) -> None:
        """Wait."""


class Chance(Protocol):
    """Randomness: owner tokens and jitter."""

    def token(self) -> str:
        """A new unguessable token."""

    def jitter(self) -> float:
        """Uniform in [0, 1)."""


class Signals(Protocol):
    """Figures that alarms watch."""

    def count(self, name: str, value: int = 1) -> None:
        """Add to a counter."""


class Once(Protocol):
    """Runs an effect at most once per claim, over whatever keeps the claims."""

    def run(self, effect: "ClaimedEffect") -> tuple[Operation, bool]:
        """Claim, perform, settle: the settled row and True; or the row that stands in the way and False.

        When `perform` breaks in a way that nobody foresaw, the attempt is settled as unknown, never deleted, and the
        exception goes on.

        Raises:
            KeyReused: the row that is there has other parameters.

        """


class ClaimedEffect(NamedTuple):
    """One attempt as `Once` runs it.

    claim: takes the operation for us; None when it is ours, else the row that is in the way.
    perform: the effect; an outcome, never an exception for what a provider does.
    settle: writes the outcome and returns the row; never fails for a lost condition.
    """

    operation: Operation
    claim: Callable[[], Operation | None]
    perform: Callable[[], Outcome]
    settle: Callable[[Outcome], Operation]


class Validator(Protocol):
    """Checks input against an action's JSON Schema."""

    def problems(self, action: Action, value: object) -> Mapping[str, str]:
        """Every wrong field with what is wrong; empty when the input is valid."""
