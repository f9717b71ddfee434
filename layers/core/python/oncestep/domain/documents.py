"""Reading values out of parsed bodies by dotted path. Knows nothing of who sent the body."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from oncestep.domain.identity import Json, same
from oncestep.domain.json_text import read

DEEPEST_ANSWER = 256
"""Levels of nesting: markup as JSON goes deeper than what callers send, and whatever writes it again must follow."""
LONGEST_ID = 1024
"""What is longer names nothing, and a row must hold it."""


class Missing:
    """The type of MISSING."""


MISSING: Final = Missing()
Parsed: TypeAlias = "Json | Missing"


def parse(body: bytes) -> Parsed:
    """The body as JSON, or MISSING when it is none."""
    try:
        return read(body, deepest=DEEPEST_ANSWER)
    except ValueError:
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


def pick_id(document: Parsed, path: str | None) -> str | None:
    """The ID at the path, or None when what is there is no text or too long for an ID."""
    text = pick_text(document, path)
    return text if text is not None and len(text) <= LONGEST_ID else None


def _encodable(text: str) -> str:
    """JSON can escape half a character, such as half an emoji; no encoding can store it."""
    return text.encode("utf-8", "replace").decode("utf-8")


def holds(document: Parsed, wanted: Mapping[str, Json]) -> bool:
    """Whether the document has exactly these values at these paths."""
    return all(_is(pick(document, path), value) for path, value in wanted.items())


def is_empty(document: Parsed, path: str) -> bool:
    """Whether nothing is at the path: it is missing, or what is there is null or empty."""
    found = pick(document, path)
    return isinstance(found, Missing) or found in (None, "", [], {})


def _is(found: Parsed, wanted: Json) -> bool:
    return not isinstance(found, Missing) and same(found, wanted)
