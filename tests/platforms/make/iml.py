"""Make's template language as far as the app uses it: `{{...}}` with names, texts, `+`, comparisons and functions."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Context = Mapping[str, Any]

_MUSTACHES = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_TOKEN = re.compile(r"\s*(?:('(?:[^'\\]|\\.)*')|(\d+)|([A-Za-z_]\w*)|(==|!=|[+.,()]))")


class Undefined:
    """What has no value; it is left out of what is sent."""

    def __bool__(self) -> bool:
        return False


UNDEFINED = Undefined()


def evaluate(template: Any, context: Context) -> Any:  # noqa: ANN401 - any JSON
    """The template with its values; a template that is one expression keeps the value's type."""
    match template:
        case dict():
            made = {name: evaluate(part, context) for name, part in template.items()}
            return {name: part for name, part in made.items() if part is not UNDEFINED}
        case list():
            return [evaluate(part, context) for part in template]
        case str():
            return _text(template, context)
        case _:
            return template


def _text(template: str, context: Context) -> Any:  # noqa: ANN401 - any JSON
    whole = _MUSTACHES.fullmatch(template)
    if whole and "{{" not in whole[1]:
        return Expression(whole[1], context).value()
    return _MUSTACHES.sub(lambda found: written(Expression(found[1], context).value()), template)


def written(value: Any) -> str:  # noqa: ANN401 - any JSON
    """A value in a text."""
    return "" if value is None or value is UNDEFINED else str(value)


class Expression:
    """One expression, read from left to right: comparisons of sums of names, texts, numbers and calls."""

    def __init__(self, source: str, context: Context) -> None:
        self._tokens = list(_tokens(source))
        self._context = context

    def value(self) -> Any:  # noqa: ANN401 - any JSON
        """What it is worth."""
        value = self._comparison()
        assert not self._tokens, f"left over: {self._tokens}"
        return value

    def _comparison(self) -> Any:  # noqa: ANN401 - any JSON
        left = self._sum()
        while self._next() in {"==", "!="}:
            equal = self._take() == "=="
            left = (left == self._sum()) is equal
        return left

    def _sum(self) -> Any:  # noqa: ANN401 - any JSON
        left = self._term()
        while self._next() == "+":
            self._take()
            right = self._term()
            left = written(left) + written(right) if isinstance(left, str) or isinstance(right, str) else left + right
        return left

    def _term(self) -> Any:  # noqa: ANN401 - any JSON
        token = self._take()
        if token.startswith("'"):
            return token[1:-1]
        if token.isdigit():
            return int(token)
        if self._next() == "(":
            return FUNCTIONS[token](*self._arguments())
        return self._path(token)

    def _arguments(self) -> list[Any]:
        arguments: list[Any] = []
        while self._take() in {"(", ","}:
            arguments.append(self._comparison())
        return arguments

    def _path(self, name: str) -> Any:  # noqa: ANN401 - any JSON
        value: Any = KEYWORDS[name] if name in KEYWORDS else self._context.get(name, UNDEFINED)
        while self._next() == ".":
            self._take()
            part = self._take()
            value = value.get(part, UNDEFINED) if isinstance(value, dict) else UNDEFINED
        return value

    def _next(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def _take(self) -> str:
        return self._tokens.pop(0)


def _tokens(source: str) -> Iterator[str]:
    place = 0
    while place < len(source.rstrip()):
        found = _TOKEN.match(source, place)
        assert found, f"cannot read {source[place:]!r}"
        place = found.end()
        yield found[found.lastindex or 0]


def _if_empty(value: Any, other: Any) -> Any:  # noqa: ANN401 - any JSON
    return other if value is None or value is UNDEFINED or value == "" else value


def _contains(values: Any, value: Any) -> bool:  # noqa: ANN401 - any JSON
    return value in values if isinstance(values, list) else False


KEYWORDS: Mapping[str, Any] = {"null": None, "emptyarray": []}
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "if": lambda condition, yes, no: yes if condition else no,
    "ifempty": _if_empty,
    "contains": _contains,
    "join": lambda values, separator: separator.join(map(written, values)) if isinstance(values, list) else "",
    "omit": lambda value, *names: {name: part for name, part in value.items() if name not in names},
    "toArray": lambda value: [{"key": name, "value": part} for name, part in value.items()],
    "toCollection": lambda pairs, key, value: {pair[key]: pair[value] for pair in pairs},
}
"""All arguments are evaluated first; none of these has an effect."""
