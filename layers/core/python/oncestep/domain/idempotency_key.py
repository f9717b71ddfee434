"""The idempotency key of a call, as the header and the body's field may hold it. One key has one form: NFC, trimmed."""

import unicodedata

from oncestep.domain.api_keys import holds_api_key
from oncestep.domain.errors import InvalidKey
from oncestep.domain.header_strings import NotOneString, text_of

KEY_MAX_LENGTH = 255
MAP_THE_RECORD = "map the ID of the record that started this run, for example the order ID"
FORBIDDEN = {
    "Cc": "a control character",
    "Cs": "half a character",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
    "Cn": "no assigned character",
}
"""By Unicode's general category. What is not assigned yet may have another normal form one day: another key."""


def idempotency_key(*, headers: tuple[str, ...], field: object) -> str:
    """The one key of a request, from the `Idempotency-Key` headers and the body's field.

    Raises:
        InvalidKey: none given (fail closed), two that differ, or one that is no key.

    """
    if len(headers) > 1:
        raise InvalidKey("the Idempotency-Key header was sent more than once; send it once")
    given = [_from_header(header) for header in headers]
    if field is not None:
        given.append(_from_field(field))
    if not given:
        raise InvalidKey(f"an idempotency key is required: {MAP_THE_RECORD}")
    if len(set(given)) > 1:
        raise InvalidKey("the Idempotency-Key header and the idempotency_key field differ; send one of them")
    return given[0]


def _from_header(header: str) -> str:
    """The header is taken bare or quoted, as in draft-ietf-httpapi-idempotency-key-header-07."""
    try:
        return _checked(text_of(header.strip()))
    except NotOneString as error:
        raise InvalidKey(f"the Idempotency-Key header {error}") from error


def _from_field(field: object) -> str:
    match field:
        case str():
            return _checked(field)
        case int() | float() if not isinstance(field, bool):
            return _checked(_digits(field))
        case _:
            raise InvalidKey(f"idempotency_key must be text or a number, not {_kind(field)}; {MAP_THE_RECORD}")


def _digits(number: float) -> str:
    """One text for one number, whether a tool writes 1842 or 1842.0."""
    return str(int(number)) if isinstance(number, int) or number.is_integer() else repr(number)


def _kind(value: object) -> str:
    """In JSON's words."""
    return {bool: "a boolean", dict: "an object", list: "an array"}.get(type(value), type(value).__name__)


def _checked(text: str) -> str:
    key = unicodedata.normalize("NFC", text).strip()
    if not key:
        raise InvalidKey(f"the idempotency key is empty: {MAP_THE_RECORD}")
    if len(key) > KEY_MAX_LENGTH:
        raise InvalidKey(f"the idempotency key has {len(key)} characters; {KEY_MAX_LENGTH} is the most")
    for character in key:
        if problem := FORBIDDEN.get(unicodedata.category(character)):
            raise InvalidKey(f"the idempotency key holds {problem}, U+{ord(character):04X}; remove it")
    if holds_api_key(key):
        raise InvalidKey(f"the idempotency key holds an API key of Oncestep, which is a secret; {MAP_THE_RECORD}")
    return key
