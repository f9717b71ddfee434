"""The operation: one business intent, its attempts and what is known of them. Knows no transitions."""

from dataclasses import dataclass, field
from enum import StrEnum

from oncestep.domain.errors import KeyReused
from oncestep.domain.outcomes import Document
from oncestep.domain.states import Attention, State, Status

MAX_RECORD = 180_000
"""How many bytes of a row may tell what was done with it: with its bodies it must fit into an item of 400 KB."""
_FIELDS = 150
"""What the fields of an attempt, a lookup or an entry take beside their texts."""


class AttemptResult(StrEnum):
    """What one attempt is known to have done; `open` means it may have been applied."""

    OPEN = "open"
    NOT_APPLIED = "not_applied"
    REJECTED = "rejected"
    CONFIRMED = "confirmed"


class Purpose(StrEnum):
    """What the owner of an operation in flight is doing."""

    SEND = "send"
    LOOK_UP = "look_up"


class EntryKind(StrEnum):
    """The kinds of entries in an operation's history. The first three raise alarms."""

    DUPLICATE_EFFECT = "duplicate_effect"
    EFFECT_AFTER_CLOSE = "effect_after_close"
    STOPPED = "stopped"
    LATE_EVIDENCE = "late_evidence"
    LOOKED_UP = "looked_up"
    LEASE_LAPSED = "lease_lapsed"
    REDRIVEN = "redriven"
    REPLAYED = "replayed"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"
    FIXED_FORWARD = "fixed_forward"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of an operation's history: when (epoch ms), what, who and why.

    `who` is the label of a person's API key and `key_id` its ID; that is empty where no key did it, and in rows from
    before it was kept.
    """

    at: int
    kind: EntryKind
    who: str = "oncestep"
    detail: str = ""
    key_id: str = ""


@dataclass(frozen=True, slots=True)
class FrozenRequest:
    """The request as it was frozen at the claim; credentials and signatures are never in it.

    `key` and `marks` say what it bears of its operation (see `terms`): later contracts rely on no more.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = field(default=b"", repr=False)
    body_digest: str = ""
    blob: str | None = None
    key: str = ""
    marks: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One sending. Times in epoch ms; from `hard_end` on no process of ours can still send it."""

    number: int
    round: int
    started_at: int
    hard_end: int
    result: AttemptResult = AttemptResult.OPEN
    status: int | None = None
    summary: str = ""
    remote_id: str | None = None


@dataclass(frozen=True, slots=True)
class LookupMade:
    """A lookup that was made: when it was asked (epoch ms), after how many attempts, what it showed."""

    at: int
    through: int
    result: str
    round: int


@dataclass(frozen=True, slots=True)
class StoredOutcome:
    """The provider's answer that settled the operation, or what a person stated instead."""

    status: int
    document: Document
    remote_id: str | None = None
    code: str | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that callers asked to be told: the operation settled, or it stopped.

    `number` is the version of the row that the same write made, so no two events of an operation share it. The rest is
    how the operation stood then; `at` in epoch ms.
    """

    number: int
    at: int
    status: Status
    state: State
    attention: Attention | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """A row of the ledger. All times are epoch milliseconds (`expires_at`: epoch seconds, as DynamoDB wants).

    `owner` is the random token of whoever claimed last; it stays until the next claim. `next_at` is when the next try
    may begin; `slot_at` is the slot of a rate limit that was reserved for it; `due_at` is when the sweep must look at
    the row if nothing else has. `events` are those that callers at `callback_urls` must still be told of.
    """

    operation_id: str
    client: str
    provider: str
    action: str
    idempotency_key: str
    fingerprint: str
    input_digest: str
    connection: str
    account: str
    contract_version: str
    request: FrozenRequest
    created_at: int
    state: State
    version: int = 1
    updated_at: int = 0
    owner: str | None = None
    purpose: Purpose | None = None
    lease_until: int | None = None
    round: int = 1
    round_started_at: int = 0
    attempts: tuple[Attempt, ...] = ()
    lookups: tuple[LookupMade, ...] = ()
    next_at: int = 0
    slot_at: int | None = None
    due_at: int | None = None
    sweeps: int = 0
    attention: Attention | None = None
    attention_at: int | None = None
    announcement: int = 0
    noted: str | None = None
    outcome: StoredOutcome | None = None
    settled_at: int | None = None
    expires_at: int | None = None
    correlation_id: str | None = None
    source_event: str | None = None
    callback_urls: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    parent: str | None = None
    revision: int = 0
    superseded_by: str | None = None
    snapshot: str = ""
    history: tuple[Entry, ...] = ()

    @property
    def full_action(self) -> str:
        """`provider.action`."""
        return f"{self.provider}.{self.action}"

    @property
    def status(self) -> Status:
        """What a caller sees of this operation itself (a superseded one shows its successor's instead)."""
        match self.state:
            case State.CONFIRMED:
                return Status.SUCCEEDED
            case State.REJECTED | State.DISMISSED | State.SUPERSEDED:
                return Status.FAILED
            case _:
                return Status.NEEDS_INPUT if self.attention else Status.PROCESSING

    @property
    def used(self) -> int:
        """How many attempts of the current round's budget are used."""
        return sum(attempt.round == self.round for attempt in self.attempts)

    @property
    def open_attempts(self) -> tuple[Attempt, ...]:
        """The attempts that may have been applied."""
        return tuple(attempt for attempt in self.attempts if attempt.result is AttemptResult.OPEN)

    @property
    def record_full(self) -> bool:
        """Whether nothing more may be tried, since the row could not hold what came of it."""
        texts = [
            *(attempt.summary + (attempt.remote_id or "") for attempt in self.attempts),
            *(made.result for made in self.lookups),
            *(entry.who + entry.detail + entry.key_id for entry in self.history),
        ]
        return sum(_FIELDS + len(text.encode()) for text in texts) > MAX_RECORD

    @property
    def first_sent_at(self) -> int | None:
        """When the first attempt began: the provider's key window counts from here."""
        return self.attempts[0].started_at if self.attempts else None

    def same_intent(self, other: "Operation") -> bool:
        """Whether two claims of one key mean the same: by canonical input, or by input as it was given.

        The second counts when a contract changed its types or defaults between the two.
        """
        return self.fingerprint == other.fingerprint or (
            self.input_digest == other.input_digest and self.connection == other.connection
        )

    def key_reused(self, claim: "Operation") -> KeyReused:
        """The refusal of a claim of the same key that means something else; it repeats no input."""
        differs = (
            "other input; a repeat needs the same input, a new intent needs a new key"
            if self.connection == claim.connection
            else f"another connection: it runs on {self.connection!r}, and this call is for {claim.connection!r}; "
            f"call with the connection {self.connection!r} to repeat it, or with a new key for a new intent"
        )
        return KeyReused(
            f"this idempotency key belongs to an operation with {differs}",
            operation_id=self.operation_id,
            idempotency_key=self.idempotency_key,
        )
