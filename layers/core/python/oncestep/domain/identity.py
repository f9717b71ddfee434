"""Names that decide sameness: operation IDs, fingerprints, provider keys. Callers' keys: see idempotency_key."""

import base64
import hashlib
import json
import re
import uuid
from enum import StrEnum
from typing import TypeAlias

OPERATION_ID = re.compile(r"op_[a-z2-7]{26}")

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class KeyFormat(StrEnum):
    """How a provider wants the key that is sent to it."""

    OPAQUE = "opaque"
    UUID = "uuid"


def operation_id(client: str, action: str, key: str) -> str:
    """`op_` and 26 base32 characters: the same three names always meet on the same ledger row."""
    return f"op_{_base32(_digest(client, action, key))}"


def callback_key(parent: str, event: int, place: int) -> str:
    """The key of the callback that tells one address (by its place in the row) of one event of `parent`."""
    return f"{parent}.event.{event}.{place}"


def successor_key(parent: str, revision: int) -> str:
    """The key of the operation that replaces `parent`: derived, so that it too happens once."""
    return f"{parent}.fix.{revision}"


def provider_key(operation: str, key_format: KeyFormat, max_length: int) -> str:
    """The key that the provider is sent: opaque, without customer data, stable for the operation."""
    digest = _digest("provider-key", operation)
    if key_format is KeyFormat.UUID:
        return str(uuid.UUID(bytes=digest[:16], version=4))
    return operation[:max_length]


def fingerprint(*, action: str, connection: str, canonical_input: Json) -> str:
    """SHA-256 over what an operation means: its action, its account and its canonical input."""
    return _digest(action, connection, canonical_json(canonical_input)).hex()


def canonical_json(value: Json) -> str:
    """One text per value: sorted keys, no spaces, integers and integral floats alike.

    Raises:
        ValueError: a number is infinite or NaN.

    """
    return json.dumps(_integral(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def same(one: Json, other: Json) -> bool:
    """Whether two values mean the same in JSON, where true is not 1."""
    return one == other and isinstance(one, bool) is isinstance(other, bool)


def _integral(value: Json) -> Json:
    match value:
        case dict():
            return {name: _integral(item) for name, item in value.items()}
        case list():
            return [_integral(item) for item in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


def _digest(*parts: str) -> bytes:
    """SHA-256 over length-prefixed parts: no two different lists of parts join to the same bytes."""
    hashed = hashlib.sha256()
    for part in parts:
        encoded = part.encode()
        hashed.update(len(encoded).to_bytes(8, "big") + encoded)
    return hashed.digest()


def _base32(digest: bytes) -> str:
    return base64.b32encode(digest).decode("ascii").lower()[:26]
