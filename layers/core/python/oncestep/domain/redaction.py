"""Input as persons may see it in messages and screens: sensitive fields are masked."""

from oncestep.domain.identity import Json

MASK = "***"


def redacted(value: Json, sensitive: frozenset[str]) -> Json:
    """The value with every property of a sensitive name masked, at any depth."""
    match value:
        case dict():
            return {name: MASK if name in sensitive else redacted(item, sensitive) for name, item in value.items()}
        case list():
            return [redacted(item, sensitive) for item in value]
        case _:
            return value
