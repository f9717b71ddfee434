"""How an operation lies in DynamoDB: one item, attributes named as in the domain, and the keys of the indexes."""

import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any

from botocore.session import Session
from pynamodb.attributes import (
    ListAttribute,
    MapAttribute,
    NumberAttribute,
    UnicodeAttribute,
)
from pynamodb.indexes import GlobalSecondaryIndex, IncludeProjection, KeysOnlyProjection
from pynamodb.models import Model

from oncestep.domain.operation import (
    Attempt,
    AttemptResult,
    Entry,
    EntryKind,
    Event,
    FrozenRequest,
    LookupMade,
    Operation,
    Purpose,
    StoredOutcome,
)
from oncestep.domain.outcomes import Document
from oncestep.domain.states import Attention, State, Status

SHARDS = 4
"""Over how many partitions each index spreads; a reader asks all of them."""


class DueIndex(GlobalSecondaryIndex["OperationRow"]):
    """Every row that something must look at next, by when."""

    class Meta:
        index_name = "due"
        projection = KeysOnlyProjection()

    due_shard = UnicodeAttribute(hash_key=True)
    due_at = NumberAttribute(range_key=True)


class AttentionIndex(GlobalSecondaryIndex["OperationRow"]):
    """Every row that waits for a person, by since when."""

    class Meta:
        index_name = "attention"
        projection = KeysOnlyProjection()

    attention_shard = UnicodeAttribute(hash_key=True)
    attention_at = NumberAttribute(range_key=True)


class RecentIndex(GlobalSecondaryIndex["OperationRow"]):
    """A client's rows of one day, by creation; with what never changes, so that it costs no further writes."""

    class Meta:
        index_name = "recent"
        projection = IncludeProjection(["connection", "provider", "action"])

    recent_bucket = UnicodeAttribute(hash_key=True)
    created_at = NumberAttribute(range_key=True)


class KeyIndex(GlobalSecondaryIndex["OperationRow"]):
    """A client's rows with one idempotency key, by creation."""

    class Meta:
        index_name = "by_key"
        projection = KeysOnlyProjection()

    client_key = UnicodeAttribute(hash_key=True)
    created_at = NumberAttribute(range_key=True)


class RemoteIdIndex(GlobalSecondaryIndex["OperationRow"]):
    """A client's rows whose outcome names one object at the provider, by creation."""

    class Meta:
        index_name = "by_remote_id"
        projection = KeysOnlyProjection()

    client_remote_id = UnicodeAttribute(hash_key=True)
    created_at = NumberAttribute(range_key=True)


class CorrelationIndex(GlobalSecondaryIndex["OperationRow"]):
    """The rows of one run of a client's flow, by creation."""

    class Meta:
        index_name = "by_correlation"
        projection = KeysOnlyProjection()

    correlation = UnicodeAttribute(hash_key=True)
    created_at = NumberAttribute(range_key=True)


class OperationRow(Model):
    """An item of the ledger table. Absent means None; `write_id` names the write that made this version."""

    operation_id = UnicodeAttribute(hash_key=True)
    client = UnicodeAttribute()
    provider = UnicodeAttribute()
    action = UnicodeAttribute()
    idempotency_key = UnicodeAttribute()
    fingerprint = UnicodeAttribute()
    input_digest = UnicodeAttribute()
    connection = UnicodeAttribute()
    account = UnicodeAttribute()
    contract_version = UnicodeAttribute()
    request = MapAttribute[str, Any]()  # type: ignore[no-untyped-call]
    created_at = NumberAttribute()
    state = UnicodeAttribute()
    version = NumberAttribute()
    updated_at = NumberAttribute()
    owner = UnicodeAttribute(null=True)
    purpose = UnicodeAttribute(null=True)
    lease_until = NumberAttribute(null=True)
    round = NumberAttribute()
    round_started_at = NumberAttribute()
    attempts = ListAttribute[Any]()
    lookups = ListAttribute[Any]()
    next_at = NumberAttribute()
    slot_at = NumberAttribute(null=True)
    due_at = NumberAttribute(null=True)
    sweeps = NumberAttribute()
    attention = UnicodeAttribute(null=True)
    attention_at = NumberAttribute(null=True)
    announcement = NumberAttribute()
    noted = UnicodeAttribute(null=True)
    outcome = MapAttribute[str, Any](null=True)  # type: ignore[no-untyped-call]
    settled_at = NumberAttribute(null=True)
    expires_at = NumberAttribute(null=True)
    correlation_id = UnicodeAttribute(null=True)
    source_event = UnicodeAttribute(null=True)
    callback_urls = ListAttribute[Any](null=True)
    events = ListAttribute[Any](null=True)
    parent = UnicodeAttribute(null=True)
    revision = NumberAttribute()
    superseded_by = UnicodeAttribute(null=True)
    snapshot = UnicodeAttribute()
    history = ListAttribute[Any]()

    write_id = UnicodeAttribute()
    due_shard = UnicodeAttribute(null=True)
    attention_shard = UnicodeAttribute(null=True)
    recent_bucket = UnicodeAttribute()
    correlation = UnicodeAttribute(null=True)
    client_key = UnicodeAttribute(null=True)
    client_remote_id = UnicodeAttribute(null=True)

    due_index = DueIndex()
    attention_index = AttentionIndex()
    recent_index = RecentIndex()
    correlation_index = CorrelationIndex()
    key_index = KeyIndex()
    remote_id_index = RemoteIdIndex()


FIELDS = tuple(field.name for field in fields(Operation))


def bound_rows(table: str, region: str) -> type[OperationRow]:
    """The model of one table: bound when a function is wired, never at import."""

    class Meta:
        table_name = table
        connect_timeout_seconds = 2
        read_timeout_seconds = 5
        max_retry_attempts = 3

    Meta.region = region  # type: ignore[attr-defined]
    return type("BoundOperationRow", (OperationRow,), {"Meta": Meta})


def session_of(rows: type[OperationRow]) -> Session:
    """The session that PynamoDB makes its client with.

    Other clients made with it find botocore's tables of endpoints, retries and defaults already read, which takes most
    of the time of a first client.
    """
    return rows._get_connection().connection.session  # noqa: SLF001 - the model has no other way to its connection


def shards() -> tuple[str, ...]:
    """The partition keys of the sharded indexes."""
    return tuple(str(shard) for shard in range(SHARDS))


def shard_of(operation_id: str) -> str:
    """The shard that a row lies in."""
    return str(zlib.crc32(operation_id.encode()) % SHARDS)


def recent_bucket(client: str, created_at: int, shard: str) -> str:
    """The partition of the `recent` index: client, UTC day, shard."""
    return f"{client}#{datetime.fromtimestamp(created_at / 1000, UTC):%Y%m%d}#{shard}"


def correlation(client: str, correlation_id: str) -> str:
    """The partition of the `by_correlation` index."""
    return f"{client}#{correlation_id}"


def client_key(client: str, idempotency_key: str) -> str:
    """The partition of the `by_key` index. No client's name has a `#` in it."""
    return f"{client}#{idempotency_key}"


def client_remote_id(client: str, remote_id: str) -> str:
    """The partition of the `by_remote_id` index: a digest, for a provider's ID may be longer than a key may be."""
    return f"{client}#{hashlib.sha256(remote_id.encode()).hexdigest()}"


def encode(operation: Operation, names: Iterable[str] = FIELDS) -> dict[str, Any]:
    """The row's attributes for these fields, with the index keys that follow from them."""
    values = {name: _ENCODERS.get(name, _scalar)(getattr(operation, name)) for name in names}
    return {**values, **_index_keys(operation, values)}


def _index_keys(operation: Operation, values: Mapping[str, Any]) -> dict[str, Any]:
    shard = shard_of(operation.operation_id)
    keys: dict[str, Any] = {}
    if "due_at" in values:
        keys["due_shard"] = None if operation.due_at is None else shard
    if "attention_at" in values:
        keys["attention_shard"] = None if operation.attention_at is None else shard
    if "created_at" in values:
        keys["recent_bucket"] = recent_bucket(operation.client, operation.created_at, shard)
    if "correlation_id" in values and operation.correlation_id:
        keys["correlation"] = correlation(operation.client, operation.correlation_id)
    if "idempotency_key" in values:
        keys["client_key"] = client_key(operation.client, operation.idempotency_key)
    if "outcome" in values:
        keys["client_remote_id"] = _remote_id_key(operation)
    return keys


def _remote_id_key(operation: Operation) -> str | None:
    remote_id = operation.outcome and operation.outcome.remote_id
    return client_remote_id(operation.client, remote_id) if remote_id else None


def decode(row: OperationRow) -> Operation:
    """The operation that a row holds."""
    values = {name: getattr(row, name) for name in FIELDS}
    return Operation(**{name: _DECODERS.get(name, _same)(value) for name, value in values.items()})


def _same(value: Any) -> Any:  # noqa: ANN401 - what a column holds
    return value


def _scalar(value: Any) -> Any:  # noqa: ANN401 - what a column holds
    return str(value) if isinstance(value, str) else value


def _plain(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any of our dataclasses
    """A dataclass as a map of its fields; None is left out."""
    return {name: _scalar(item) for name, item in asdict(value).items() if item is not None}


def _plain_list(values: Iterable[Any]) -> list[dict[str, Any]]:
    return [_plain(value) for value in values]


def _encode_request(request: FrozenRequest) -> dict[str, Any]:
    headers = [{"name": name, "value": value} for name, value in request.headers]
    return {**_plain(request), "headers": headers, "body": zlib.compress(request.body)}


def _encode_outcome(outcome: StoredOutcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    document = {**_plain(outcome.document), "content": zlib.compress(outcome.document.content)}
    return {**_plain(outcome), "document": document}


def _decode_request(stored: MapAttribute[str, Any]) -> FrozenRequest:
    values = stored.as_dict()
    headers = tuple((header["name"], header["value"]) for header in values.pop("headers"))
    return FrozenRequest(**{**values, "headers": headers, "body": zlib.decompress(values["body"])})


def _decode_outcome(stored: MapAttribute[str, Any] | None) -> StoredOutcome | None:
    if stored is None:
        return None
    values = stored.as_dict()
    document = values.pop("document")
    content = zlib.decompress(document.pop("content"))
    return StoredOutcome(document=Document(content=content, **document), **values)


def _decode_attempts(stored: list[Any]) -> tuple[Attempt, ...]:
    return tuple(Attempt(**{**values, "result": AttemptResult(values["result"])}) for values in _dicts(stored))


def _decode_history(stored: list[Any]) -> tuple[Entry, ...]:
    return tuple(Entry(**{**values, "kind": EntryKind(values["kind"])}) for values in _dicts(stored))


def _decode_lookups(stored: list[Any]) -> tuple[LookupMade, ...]:
    return tuple(LookupMade(**values) for values in _dicts(stored))


def _encode_events(events: tuple[Event, ...]) -> list[dict[str, Any]] | None:
    return _plain_list(events) or None


def _decode_events(stored: list[Any] | None) -> tuple[Event, ...]:
    return tuple(
        Event(
            **{
                **values,
                "status": Status(values["status"]),
                "state": State(values["state"]),
                "attention": _optional(Attention)(values.get("attention")),
            }
        )
        for values in _dicts(stored or [])
    )


def _dicts(stored: list[Any]) -> list[dict[str, Any]]:
    return [item if isinstance(item, dict) else item.as_dict() for item in stored]


def _optional(kind: Callable[[str], Any]) -> Callable[[str | None], Any]:
    return lambda value: None if value is None else kind(value)


_ENCODERS: Mapping[str, Callable[[Any], Any]] = {
    "request": _encode_request,
    "outcome": _encode_outcome,
    "attempts": _plain_list,
    "lookups": _plain_list,
    "history": _plain_list,
    "callback_urls": lambda urls: list(urls) or None,
    "events": _encode_events,
}
_DECODERS: Mapping[str, Callable[[Any], Any]] = {
    "request": _decode_request,
    "outcome": _decode_outcome,
    "attempts": _decode_attempts,
    "lookups": _decode_lookups,
    "history": _decode_history,
    "callback_urls": lambda urls: tuple(urls or ()),
    "events": _decode_events,
    "state": State,
    "purpose": _optional(Purpose),
    "attention": _optional(Attention),
}
