"""Reading values out of parsed bodies by dotted path. Knows nothing of who sent the body."""

import json
from collections.abc import Mapping
from typing import Final, TypeAlias

from oncestep.domain.identity import Json, same


class _Missing:
    """The type of MISSING."""


MISSING: Final = _Missing()
Parsed: TypeAlias = "Json | _Missing"


def parse(body: bytes) -> Parsed:
    """The body as JSON, or MISSING when it is none."""
    try:
        return json.loads(body)  # type: ignore[no-any-return]
    except (ValueError, RecursionError):
        return MISSING


def pick(document: Parsed, path: str) -> Parsed:
    """The value at a dotted path (`data.0.id`), or MISSING; the empty path is the document itself."""
    value = document
    for step in path.split(".") if path else ():
        value = _step(value, step)
    return value


def _step(value: Parsed, step: str) -> Parsed:
    match value:
        case dict():
            return value.get(step, MISSING)
        case list() if step.isdecimal() and int(step) < len(value):
            return value[int(step)]
        case _:
            return MISSING


def pick_text(document: Parsed, path: str | None) -> str | None:
    """The value at the path as text, or None when it is missing, null or not a scalar."""
    value = MISSING if path is None else pick(document, path)
    return _encodable(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


def _encodable(text: str) -> str:
    """JSON can escape half a character, such as half an emoji; no encoding can store it."""
    return text.encode("utf-8", "replace").decode("utf-8")


def holds(document: Parsed, wanted: Mapping[str, Json]) -> bool:
    """Whether the document has exactly these values at these paths."""
    return all(_is(pick(document, path), value) for path, value in wanted.items())


def _is(found: Parsed, wanted: Json) -> bool:
    return not isinstance(found, _Missing) and same(found, wanted)
