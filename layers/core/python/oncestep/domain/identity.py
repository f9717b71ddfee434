"""Names that decide sameness: idempotency keys, operation IDs, fingerprints, provider keys."""

import base64
import hashlib
import json
import re
import uuid
from enum import StrEnum
from typing import TypeAlias

from oncestep.domain.errors import InvalidKey

KEY_MAX_LENGTH = 255
OPERATION_ID = re.compile(r"op_[a-z2-7]{26}")
_MAP_THE_RECORD = "map the ID of the record that started this run, for example the order ID"

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class KeyFormat(StrEnum):
    """How a provider wants the key that is sent to it."""

    OPAQUE = "opaque"
    UUID = "uuid"


def idempotency_key(*, headers: tuple[str, ...], field: object) -> str:
    """The one key of a request, from the `Idempotency-Key` headers and the body's field.

    The header is taken bare or quoted, as in draft-ietf-httpapi-idempotency-key-header-07.

    Raises:
        InvalidKey: none given (fail closed), two that differ, or one that is not 1 to 255 printable ASCII.

    """
    if len(headers) > 1:
        raise InvalidKey("the Idempotency-Key header was sent more than once; send it once")
    given = [_from_header(header) for header in headers]
    if field is not None:
        given.append(_from_field(field))
    if not given:
        raise InvalidKey(f"an idempotency key is required: {_MAP_THE_RECORD}")
    if len(set(given)) > 1:
        raise InvalidKey("the Idempotency-Key header and the idempotency_key field differ; send one of them")
    return given[0]


def _from_header(header: str) -> str:
    text = header.strip()
    quoted = len(text) > 1 and text.startswith('"') and text.endswith('"')
    if not quoted and "," in text:
        raise InvalidKey(
            "the Idempotency-Key header holds a comma, as when a proxy joined two headers; "
            "send one key, or quote a key that really has a comma"
        )
    return _checked(_unquoted(text) if quoted else text)


def _unquoted(text: str) -> str:
    inner = text[1:-1]
    if re.search(r'(?<!\\)(?:\\\\)*"', inner):
        raise InvalidKey("the Idempotency-Key header holds more than one quoted string; send one key")
    return re.sub(r'\\(["\\])', r"\1", inner)


def _from_field(field: object) -> str:
    if not isinstance(field, str):
        raise InvalidKey(f"idempotency_key must be a string, not {type(field).__name__}; {_MAP_THE_RECORD}")
    return _checked(field)


def _checked(text: str) -> str:
    key = text.strip(" ")
    if not key:
        raise InvalidKey(f"the idempotency key is empty: {_MAP_THE_RECORD}")
    if len(key) > KEY_MAX_LENGTH:
        raise InvalidKey(f"the idempotency key has {len(key)} characters; {KEY_MAX_LENGTH} is the most")
    if not all(" " <= character <= "~" for character in key):
        raise InvalidKey("the idempotency key holds characters other than printable ASCII; remove them")
    return key


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
