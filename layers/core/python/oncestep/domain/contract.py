"""What a provider promises and how its actions are sent, as data. Knows nothing of files or HTTP clients."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from oncestep.domain.identity import Json, KeyFormat

CONNECTION_HOSTS = "connection"
CONNECTION_RULES = "connection"
UNSTATED_PROCESSING = 600_000
"""What is allowed for processing (ms) where no bound is known."""
SENDERS_OWN = frozenset({"host", "content-length", "transfer-encoding"})
"""Headers that follow from the address and the body: whatever else is given under these names is never sent."""


class KeyPlace(StrEnum):
    """Where a provider takes the idempotency key."""

    HEADER = "header"
    BODY = "body"
    QUERY = "query"


class AuthScheme(StrEnum):
    """How credentials are added to a request, at sending time only."""

    NONE = "none"
    BEARER = "bearer"
    BASIC = "basic"
    HEADER = "header"
    QUERY = "query"
    CONNECTION_HEADERS = "connection_headers"
    STANDARD_WEBHOOKS = "standard_webhooks"


class Encoding(StrEnum):
    """How the mapped body becomes bytes."""

    NONE = "none"
    JSON = "json"
    FORM = "form"
    RAW = "raw"


class OutcomeName(StrEnum):
    """The four outcomes as contracts write them."""

    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    NOT_APPLIED = "not_applied"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class KeyPromise:
    """What the provider promises about idempotency keys. Durations in milliseconds.

    `retention` is None where the provider never forgets. An unverified promise is treated as none.
    """

    place: KeyPlace
    name: str
    max_length: int
    format: KeyFormat
    retention: int | None
    verified: bool
    compares_parameters: bool
    replays_errors: bool
    min_retry_delay: int
    source: str
    checked_on: str


@dataclass(frozen=True, slots=True)
class Auth:
    """Which of the connection's credentials go where: `parameter` names the header or query field."""

    scheme: AuthScheme
    credential: str = ""
    parameter: str = ""
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """If the status is one of `statuses` (any, when empty) and each path of `where` has that value: `outcome`.

    `own_attempt_only`: a refusal that says nothing about earlier attempts, such as "this key is in use".
    """

    outcome: OutcomeName
    statuses: frozenset[int] = frozenset()
    where: Mapping[str, Json] = field(default_factory=dict)
    own_attempt_only: bool = False


@dataclass(frozen=True, slots=True)
class OutcomeRules:
    """How an answer is read: rules in order, first match wins; else the table of design.

    `success` are values that a 2xx body must hold, and `success_absent` paths that must have nothing in it; a body
    that fails this test is `failed_body`. `success_statuses`: which 2xx mean success (all, when empty); the others are
    unknown. The paths are dotted, with numbers for list items: `error.code`, `data.0.id`.
    """

    rules: tuple[Rule, ...] = ()
    success: Mapping[str, Json] = field(default_factory=dict)
    success_absent: tuple[str, ...] = ()
    success_statuses: frozenset[int] = frozenset()
    failed_body: OutcomeName = OutcomeName.REJECTED
    remote_id: str | None = None
    error_code: str | None = None
    error_message: str | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a request names its operation by `{operation.id}`: a header, a query field or a path in a JSON body."""

    place: KeyPlace
    name: str


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most so many `requests` in each `period` (ms), evenly spread; `burst` of them may come at once."""

    requests: int
    period: int
    burst: int = 1

    @property
    def interval(self) -> int:
        """From one request to the next (ms)."""
        return -(-self.period // self.requests)


@dataclass(frozen=True, slots=True)
class RequestMapping:
    """How input becomes a request. `{input.NAME}`, `{operation.id}` and `{operation.key}` are filled in.

    `mark` is added to what the input brings.
    """

    method: str
    path: str
    encoding: Encoding
    query: Mapping[str, Json] = field(default_factory=dict)
    headers: Mapping[str, Json] | str = field(default_factory=dict)
    body: Json = None
    media_type: str = ""
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Lookup:
    """How to ask the provider whether an operation was applied. Durations in milliseconds.

    `max_processing`: the longest time after the end of a request in which it can still take effect; None when the
    provider states none, then an "absent" proves nothing. `consistent_after`: the lag of the lookup itself.
    `rules`: what a found object's own state proves (a declined payment was found, but not applied); see `classify`.
    """

    path: str
    items: str
    match: Mapping[str, str]
    query: Mapping[str, Json]
    next_page: "NextPage | None"
    remote_id: str
    max_processing: int | None
    consistent_after: int
    max_pages: int
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class NextPage:
    """Cursor paging: while `more` holds, ask again with query `parameter` = the last item's `cursor`."""

    parameter: str
    cursor: str
    more: str


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a provider can do. `timeout` and `time_budget` in milliseconds.

    Nobody calls an `internal` one: Oncestep itself makes operations of it. One that is `gone` is no longer in the
    deployment, but has operations still; an `outdated` one was changed since an operation's request was frozen, and
    `processing` is what is left of its lookup's `max_processing`. With `rules` = `connection` a connection may bring
    rules of its own, see `connection_rules`.
    """

    provider: str
    name: str
    contract_version: str
    title: str
    description: str
    base_url: str
    allowed_hosts: tuple[str, ...] | str
    auth: Auth
    key: KeyPromise | None
    input_schema: Mapping[str, Json]
    request: RequestMapping
    outcomes: OutcomeRules
    lookup: Lookup | None
    timeout: int
    max_attempts: int
    time_budget: int
    sensitive: frozenset[str] = frozenset()
    samples: Mapping[str, Json] = field(default_factory=dict)
    help: str = ""
    internal: bool = False
    gone: bool = False
    outdated: bool = False
    processing: int | None = None
    rules: str = ""
    rate_limit: RateLimit | None = None

    @property
    def full_name(self) -> str:
        """`provider.action`, as operations and API keys name it."""
        return f"{self.provider}.{self.name}"

    @property
    def promise(self) -> KeyPromise | None:
        """The key promise that may be relied on: a verified one, or none."""
        return self.key if self.key and self.key.verified else None

    @property
    def max_processing(self) -> int | None:
        """The stated longest processing time after a request's end, if the contract has one."""
        return self.lookup.max_processing if self.lookup else self.processing

    @property
    def takes_rules(self) -> bool:
        """Whether the owner of a connection may say what is known of the API that it leads to."""
        return self.rules == CONNECTION_RULES

    @property
    def needs_connection(self) -> bool:
        """Whether an action is sent with a client's credentials or to a client's own host."""
        return self.auth.scheme is not AuthScheme.NONE or self.allowed_hosts == CONNECTION_HOSTS


def gone(provider: str, name: str) -> Action:
    """What is left of an action whose contract the deployment no longer has: its name. Nothing is sent by it."""
    return Action(
        provider=provider,
        name=name,
        contract_version="",
        title="",
        description="",
        base_url="",
        allowed_hosts=(),
        auth=Auth(AuthScheme.NONE),
        key=None,
        input_schema={},
        request=RequestMapping(method="", path="", encoding=Encoding.NONE),
        outcomes=OutcomeRules(),
        lookup=None,
        timeout=0,
        max_attempts=0,
        time_budget=0,
        gone=True,
        processing=UNSTATED_PROCESSING,
    )
