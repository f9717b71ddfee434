"""The idempotency key of a call: in a header, or in the body where a tool cannot set headers."""

from collections.abc import Iterator, Mapping
from typing import Any

from oncestep.domain.errors import FieldError, InvalidKey
from oncestep.domain.idempotency_key import idempotency_key
from oncestep.runtime.http import Request

HEADER = "Idempotency-Key"
FIELD = "idempotency_key"


def key_of(request: Request, body: Mapping[str, Any]) -> str:
    """The one key. A blank one counts as absent beside another, as what nobody mapped does everywhere.

    Raises:
        InvalidKey: there is none, or not one that is clear; `fields` names where.

    """
    headers, field = _given(request.header(HEADER.lower()), body.get(FIELD))
    try:
        return idempotency_key(headers=headers, field=field)
    except InvalidKey as error:
        error.fields = tuple(_wrong(headers, field)) or (FieldError(FIELD, str(error)),)
        raise


def header_key(request: Request) -> str | None:
    """The key that the header alone gives, if it gives a good one."""
    try:
        return idempotency_key(headers=request.header(HEADER.lower()), field=None)
    except InvalidKey:
        return None


def _given(headers: tuple[str, ...], field: object) -> tuple[tuple[str, ...], object]:
    if headers and _blank(field):
        return headers, None
    if len(headers) == 1 and _blank(headers[0]) and field is not None:
        return (), field
    return headers, field


def _blank(value: object) -> bool:
    return isinstance(value, str) and not value.strip()


def _wrong(headers: tuple[str, ...], field: object) -> Iterator[FieldError]:
    """Which of the two places is wrong by itself; neither is when they differ, or when there is no key at all."""
    for place, alone, other in ((HEADER, headers, None), (FIELD, (), field)):
        if alone or other is not None:
            try:
                idempotency_key(headers=alone, field=other)
            except InvalidKey as error:
                yield FieldError(place, str(error))
