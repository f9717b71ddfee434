"""Input fields: what `required` and `sensitive` name exists, required texts cannot be blank, defaults are valid."""

from collections.abc import Iterator
from typing import Any

import jsonschema_rs

from connectors.contracts.problems import Finding, below


def field_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    yield from below("input", _object_findings(action["input_schema"]))
    for index, name in enumerate(action["sensitive"]):
        if name not in set(_names(action["input_schema"])):
            yield Finding(f"sensitive.{index}", f"{name!r} is no input field")


def _object_findings(schema: dict[str, Any]) -> Iterator[Finding]:
    required, properties = schema.get("required", []), schema["properties"]
    for index, name in enumerate(required):
        if name not in properties:
            yield Finding(f"required.{index}", f"{name!r} is no input field")
    for name, field in properties.items():
        yield from below(f"properties.{name}", _field_findings(field, required=name in required))


def _field_findings(field: dict[str, Any], *, required: bool) -> Iterator[Finding]:
    if required and field["type"] == "string" and jsonschema_rs.is_valid(field, ""):
        yield Finding("", "a required text needs minLength: 1, so that it cannot be blank")
    if "default" in field and not jsonschema_rs.is_valid(field, field["default"]):
        yield Finding("default", "is not a valid value of the field")
    if field["type"] == "array" and field["items"]["type"] == "object":
        yield from below("items", _object_findings(field["items"]))


def _names(schema: dict[str, Any]) -> Iterator[str]:
    """The names of all fields; redaction knows them at any depth."""
    for name, field in schema["properties"].items():
        yield name
        yield from _names(field["items"]) if field.get("items", {}).get("type") == "object" else ()
