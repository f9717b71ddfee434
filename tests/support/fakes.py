"""Hand-written fakes of the ports. They pass the same suite as the adapters, and tests can interleave through them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from oncestep.application.ports import (
    BlobMissing,
    ClaimedEffect,
    Conflict,
    Connection,
    FinalMessage,
    Outgoing,
    QueueUnavailable,
    WorkMessage,
)
from oncestep.domain.contract import Action, RateLimit
from oncestep.domain.errors import BlobsUnavailable, ConnectionsUnavailable, LedgerUnavailable
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import Evidence, Outcome, Unknown

START = 1_800_000_000_000


@dataclass(slots=True)
class FakeClock:
    """Time that moves only when a test moves it."""

    at: int = START

    def now(self) -> int:
        return self.at

    def monotonic(self) -> int:
        return self.at - START

    def sleep(self, milliseconds: int) -> None:
        self.at += milliseconds

    def pass_(self, milliseconds: int) -> None:
        self.at += milliseconds


@dataclass(slots=True)
class FakeChance:
    """Tokens that can be told apart, and no jitter unless a test sets it."""

    drawn: int = 0
    fraction: float = 0.0

    def token(self) -> str:
        self.drawn += 1
        return f"token-{self.drawn}"

    def jitter(self) -> float:
        return self.fraction


@dataclass(slots=True)
class FakeSignals:
    """Counts."""

    counts: dict[str, int] = field(default_factory=dict)

    def count(self, name: str, value: int = 1) -> None:
        self.counts[name] = self.counts.get(name, 0) + value


@dataclass(slots=True)
class MemoryLedger:
    """A ledger in a dict. `trips` counts round trips;"""

    rows: dict[str, Operation] = field(default_factory=dict)
    trips: int = 0
    unavailable: bool = False
    before_write: Callable[[], None] | None = None

    def create(self, operation: Operation) -> Operation | None:
        self._trip()
        self._interleave()
        return self._put(operation)

    def _put(self, operation: Operation) -> Operation | None:
        if operation.operation_id in self.rows:
            return self.rows[operation.operation_id]
        self.rows[operation.operation_id] = operation
        return None

    def get(self, operation_id: str) -> Operation | None:
        self._trip()
        return self.rows.get(operation_id)

    def replace(self, before: Operation, after: Operation) -> None:
        self._trip()
        self._interleave()
        self._swap(before, after)

    def _swap(self, before: Operation, after: Operation) -> None:
        current = self.rows.get(before.operation_id)
        if current is None or (current.version, current.state) != (before.version, before.state):
            raise Conflict(current)
        self.rows[before.operation_id] = after

    def create_successor(self, before: Operation, after: Operation, successor: Operation) -> None:
        self._trip()
        if successor.operation_id in self.rows:
            raise Conflict(self.rows.get(before.operation_id))
        self._swap(before, after)
        self.rows[successor.operation_id] = successor

    def due(self, now: int, limit: int) -> Sequence[str]:
        self._trip()
        overdue = sorted(
            (row.due_at, row.operation_id) for row in self.rows.values() if row.due_at and row.due_at <= now
        )
        return [operation_id for _, operation_id in overdue[:limit]]

    def _trip(self) -> None:
        self.trips += 1
        if self.unavailable:
            raise LedgerUnavailable("the ledger is unavailable")

    def _interleave(self) -> None:
        """Let another actor act between a caller's read and its write, once."""
        act, self.before_write = self.before_write, None
        if act:
            act()


class PlainOnce:
    """`Once` without Powertools, for tests of what lies above it."""

    def run(self, effect: ClaimedEffect) -> tuple[Operation, bool]:
        winner = effect.claim()
        if winner is None:
            return effect.settle(self._performed(effect)), True
        if not winner.same_intent(effect.operation):
            raise winner.key_reused(effect.operation)
        return winner, False

    def _performed(self, effect: ClaimedEffect) -> Outcome:
        try:
            return effect.perform()
        except Exception:
            effect.settle(Unknown("sender_failed"))
            raise


@dataclass(slots=True)
class Delivery:
    """A message in the queue: its ID, when it is visible, how often it was received."""

    message_id: str
    message: WorkMessage | FinalMessage
    visible_at: int
    received: int = 0


@dataclass(slots=True)
class MemoryQueue:
    """A queue with a dead-letter queue behind it. Nothing is delivered unless a test says so."""

    clock: FakeClock
    max_receives: int = 3
    waiting: list[Delivery] = field(default_factory=list)
    dead: list[Delivery] = field(default_factory=list)
    sent: int = 0
    unavailable: bool = False

    def send_work(self, message: WorkMessage, *, delay: int) -> None:
        self._send(message, delay)

    def send_final(self, message: FinalMessage) -> None:
        self._send(message, 0)

    def _send(self, message: WorkMessage | FinalMessage, delay: int) -> None:
        if self.unavailable:
            raise QueueUnavailable("the queue is unavailable")
        self.sent += 1
        seconds = -(-delay // 1000)
        self.waiting.append(Delivery(f"message-{self.sent}", message, self.clock.now() + seconds * 1000))

    def receive(self) -> Delivery | None:
        """The next visible message, on loan; what was received too often moves to the dead-letter queue first."""
        for delivery in [item for item in self.waiting if item.visible_at <= self.clock.now()]:
            self.waiting.remove(delivery)
            if delivery.received >= self.max_receives:
                self.dead.append(replace(delivery, received=0))
                continue
            return replace(delivery, received=delivery.received + 1)
        return None

    def fail(self, delivery: Delivery, *, visible_in: int = 0) -> None:
        """Put a received message back."""
        self.waiting.append(replace(delivery, visible_at=self.clock.now() + visible_in))

    def duplicate(self, delivery: Delivery) -> None:
        """Deliver the same message once more, as SQS may."""
        self.waiting.append(delivery)

    def redrive(self) -> int:
        """Start a message move task, as the console's "Start DLQ redrive" does: new IDs, same bodies."""
        moved, self.dead = self.dead, []
        for delivery in moved:
            self._send(delivery.message, 0)
        return len(moved)


@dataclass(slots=True)
class ScriptedSender:
    """A provider whose next answers a test has written; each is evidence or a function of the request."""

    script: list[Evidence | Callable[[Outgoing], Evidence]] = field(default_factory=list)
    requests: list[Outgoing] = field(default_factory=list)

    def send(self, request: Outgoing) -> Evidence:
        self.requests.append(request)
        step = self.script.pop(0)
        return step(request) if callable(step) else step


@dataclass(slots=True)
class MemoryBlobs:
    """Blobs in a dict."""

    stored: dict[str, bytes] = field(default_factory=dict)
    unavailable: bool = False

    def put(self, operation_id: str, content: bytes) -> str:
        if self.unavailable:
            raise BlobsUnavailable("the body could not be stored")
        reference = f"{operation_id}/{hash(content)}"
        self.stored[reference] = content
        return reference

    def get(self, reference: str) -> bytes:
        if self.unavailable:
            raise BlobsUnavailable("the body could not be read")
        if reference not in self.stored:
            raise BlobMissing(f"the stored body {reference} cannot be read")
        return self.stored[reference]


@dataclass(slots=True)
class MemoryConnections:
    """Connections in a dict by (client, provider, name)."""

    known: dict[tuple[str, str, str], Connection] = field(default_factory=dict)
    after_find: Callable[[], None] | None = None
    unavailable: bool = False

    def find(self, client: str, provider: str, name: str) -> Connection | None:
        if self.unavailable:
            raise ConnectionsUnavailable("the connection cannot be read")
        found = self.known.get((client, provider, name))
        act, self.after_find = self.after_find, None
        if act:
            act()  # others act while the finder holds what it found
        return found


@dataclass(slots=True)
class MemorySlots:
    """Slots in a dict: when the next one after the reserved ones begins, by name."""

    next_at: dict[str, int] = field(default_factory=dict)
    unavailable: bool = False

    def reserve(self, name: str, limit: RateLimit, now: int, *, within: int) -> int | None:
        if self.unavailable:
            raise LedgerUnavailable("no slot can be reserved")
        begins = max(now, self.next_at.get(name, now))
        if begins > now + within:
            return None
        self.next_at[name] = begins + limit.interval
        return max(now, begins - (limit.burst - 1) * limit.interval)


@dataclass(slots=True)
class MemoryCatalog:
    """A catalogue of given actions."""

    known: tuple[Action, ...]

    def find(self, provider: str, action: str) -> Action | None:
        return next((item for item in self.known if (item.provider, item.name) == (provider, action)), None)

    def actions(self) -> Sequence[Action]:
        return [action for action in self.known if not action.internal]
