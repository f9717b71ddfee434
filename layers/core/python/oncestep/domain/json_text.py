"""JSON that others send, as RFC 8259 has it: no NaN, no infinity, and no deeper nesting than can be followed."""

import json
from collections import Counter
from collections.abc import Iterable
from math import isinf

from oncestep.domain.errors import shortened
from oncestep.domain.identity import Json

DEEPEST = 64
"""Levels of nesting in what callers send: far from where recursion, here or in a validator, ends."""


def read(text: bytes, *, deepest: int = DEEPEST, unique_names: bool = False) -> Json:
    """The value. With `unique_names` no object may have two members of one name: which of them counts is a guess.

    Raises:
        ValueError: it is no JSON, nested too deep, or says a name twice; the message says which.

    """
    pairs = _unique if unique_names else None
    try:
        value: Json = json.loads(text, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=pairs)
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


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = Counter(name for name, _ in pairs)
        twice = next(name for name, count in names.items() if count > 1)
        raise ValueError(f"an object in it has the name {shortened(twice)!r} more than once")
    return members


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text[:20]} is too large a number")
    return number
