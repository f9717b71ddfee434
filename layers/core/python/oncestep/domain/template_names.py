"""The texts of a contract that hold placeholders, and what they name."""

import re
from collections.abc import Iterator
from typing import Any

from oncestep.domain.templates import PLACEHOLDER

_LOOKS_LIKE_ONE = re.compile(r"\{[^{}\s\"]*\}")


def templates(place: str, value: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 (any JSON)
    """Every text within the value, with its place."""
    match value:
        case str():
            yield place, value
        case dict():
            for name, item in value.items():
                yield from templates(_joined(place, name), item)
        case list():
            for index, item in enumerate(value):
                yield from templates(_joined(place, index), item)


def _joined(place: str, step: object) -> str:
    return f"{place}.{step}" if place else str(step)


def named(template: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What looks like a placeholder with the name in it (`input`, `amount`); the name is empty if it is none."""
    for found in _LOOKS_LIKE_ONE.finditer(template):
        placeholder = PLACEHOLDER.fullmatch(found[0])
        yield found[0], tuple(placeholder[2].split(".")) if placeholder else ()


def verbatim(template: str) -> Iterator[str]:
    """The placeholders that keep a path and a query as the input wrote them: `{+input.path}`."""
    for found in PLACEHOLDER.finditer(template):
        if found[1]:
            yield found[0]


def names_in(value: Any) -> set[tuple[str, ...]]:  # noqa: ANN401 (any JSON)
    """All names in all texts within the value."""
    return {name for _, text in templates("", value) for _, name in named(text)}


def harmless(path: str) -> str:
    """A path with something harmless where its placeholders are, to look at what the rest of it means."""
    return PLACEHOLDER.sub(lambda match: "/x" if match[1] else "x", path)
