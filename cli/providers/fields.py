"""Reading a JSON object field by field: every method returns what it promises or raises InvalidField."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from cli.providers.refusals import InvalidField


@dataclass(frozen=True, slots=True)
class Fields:
    """The members of one JSON object. A missing member reads as null; `prefix` leads to a nested object."""

    members: Mapping[str, object]
    prefix: str = ""

    def only(self, allowed: Collection[str]) -> None:
        for name in self.members:
            if name not in allowed:
                raise self.wrong(name, f"not known here, only {', '.join(sorted(allowed)) or 'nothing'} is")

    def text(self, name: str) -> str:
        value = self.members.get(name)
        if not isinstance(value, str) or not value:
            raise self.wrong(name, "must be a text that is not empty")
        return value

    def text_or_none(self, name: str) -> str | None:
        return None if self.members.get(name) is None else self.text(name)

    def choice(self, name: str, allowed: Collection[str]) -> str:
        value = self.members.get(name)
        if not isinstance(value, str) or value not in allowed:
            raise self.wrong(name, f"must be one of {', '.join(sorted(allowed))}")
        return value

    def flag(self, name: str) -> bool:
        value = self.members.get(name)
        if not isinstance(value, bool):
            raise self.wrong(name, "must be true or false")
        return value

    def integer(self, name: str, *, allowed: range | None = None) -> int:
        value = self.members.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(name, "must be a whole number")
        if allowed is not None and value not in allowed:
            raise self.wrong(name, f"must be from {allowed.start} to {allowed.stop - 1}")
        return value

    def integer_or_none(self, name: str, *, allowed: range | None = None) -> int | None:
        return None if self.members.get(name) is None else self.integer(name, allowed=allowed)

    def seconds(self, name: str) -> float:
        value = self.members.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or value < 0:
            raise self.wrong(name, "must be a number of seconds, 0 or more")
        return float(value)

    def nested(self, name: str) -> "Fields":
        value = self.members.get(name)
        if not isinstance(value, dict):
            raise self.wrong(name, "must be an object")
        return Fields(value, prefix=f"{self.prefix}{name}.")

    def texts(self, name: str) -> dict[str, str]:
        nested = self.nested(name)
        return {key: nested.text(key) for key in nested.members}

    def with_defaults(self, defaults: Mapping[str, object]) -> "Fields":
        return Fields({**defaults, **self.members}, self.prefix)

    def wrong(self, name: str, problem: str) -> InvalidField:
        return InvalidField(f"{self.prefix}{name}", problem)
