"""JSON that others send, as RFC 8259 has it: no NaN, no infinity, and no deeper nesting than can be followed."""

import json
from collections.abc import Iterable
from math import isinf

from oncestep.domain.identity import Json

DEEPEST = 64
"""Levels of nesting in what callers send: far from where recursion, here or in a validator, ends."""


def read(text: bytes, *, deepest: int = DEEPEST) -> Json:
    """The value.

    Raises:
        ValueError: it is no JSON, or nested too deep; the message says which.

    """
    try:
        value: Json = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except RecursionError as error:
        raise _too_deep(deepest) from error
    require_shallow(value, deepest=deepest)
    return value


def require_shallow(value: Json, *, deepest: int = DEEPEST) -> None:
    """Look level by level, since what looks by recursion fails where this must answer.

    Raises:
        ValueError: it is nested too deep.

    """
    level = [value]
    for _ in range(deepest):
        level = [item for holder in level for item in _inside(holder) if isinstance(item, dict | list)]
    if level:
        raise _too_deep(deepest)


def _inside(value: Json) -> Iterable[Json]:
    match value:
        case dict():
            return value.values()
        case list():
            return value
        case _:
            return ()


def _too_deep(deepest: int) -> ValueError:
    return ValueError(f"it is nested deeper than {deepest} levels")


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text[:20]} is too large a number")
    return number
