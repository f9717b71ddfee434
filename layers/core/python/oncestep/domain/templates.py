"""Placeholders of contracts, such as `{input.amount}`, and what they become."""

import json
import re

from oncestep.domain.documents import Missing, Parsed, pick
from oncestep.domain.identity import Json

PLACEHOLDER = re.compile(r"\{(\+?)([a-z]+\.[A-Za-z0-9_.]+)\}")


def render(template: Json, scope: Json) -> Parsed:
    """The tree with its placeholders filled in; what is absent is left out."""
    match template:
        case str():
            return _render_text(template, scope)
        case dict():
            items = {name: render(item, scope) for name, item in template.items()}
            return {name: item for name, item in items.items() if not isinstance(item, Missing)}
        case list():
            rendered = (render(item, scope) for item in template)
            return [item for item in rendered if not isinstance(item, Missing)]
        case _:
            return template


def _render_text(template: str, scope: Json) -> Parsed:
    """A lone placeholder keeps its value's type and is absent with it; within text it becomes text."""
    alone = PLACEHOLDER.fullmatch(template)
    if alone is None:
        return fill(template, scope)
    return pick(scope, alone[2])


def fill(template: str, scope: Json) -> str:
    """The template with its placeholders filled in, as text."""
    return PLACEHOLDER.sub(lambda match: scalar(pick(scope, match[2])), template)


def scalar(value: Parsed) -> str:
    """A value within text; empty where there is none."""
    match value:
        case bool():
            return "true" if value else "false"
        case str() | int() | float():
            return str(value)
        case dict() | list():
            return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        case _:
            return ""
