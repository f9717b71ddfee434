"""What a module gives to the next ones: the names and types of what it outputs."""

from connectors.packages.answers import words_of
from connectors.packages.catalogue import Schema
from connectors.platforms.make.parameters import TYPES, Parameter


def interface(schema: Schema) -> list[Parameter]:
    """The parts of an object."""
    return [_part(name, part) for name, part in schema["properties"].items()]


def _part(name: str, schema: Schema) -> Parameter:
    return {"name": name, "label": words_of(name), **_kind(schema)}


def _kind(schema: Schema) -> Parameter:
    match schema.get("type"):
        case "object" if schema.get("properties"):
            return {"type": "collection", "spec": interface(schema)}
        case "array":
            return {"type": "array", "spec": _kind(schema["items"])}
        case str(known) if known in TYPES:
            return {"type": TYPES[known]}
        case _:
            return {"type": "any"}
