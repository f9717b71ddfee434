"""Placeholders: each names something that exists, and each input field is named by one."""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.problems import Finding
from oncestep.domain.lookup_checks import OPERATION, unknown_placeholders
from oncestep.domain.template_names import names_in

_ALWAYS_FILLED = ("method", "path", "media_type")


def placeholder_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    fields: set[tuple[str, ...]] = {("input", name) for name in action["input_schema"]["properties"]}
    yield from _unknown("request", action["request"], fields | OPERATION)
    if action["lookup"]:
        yield from _unknown("lookup", action["lookup"], OPERATION)
    yield from _blank_when_absent(action)
    for _, name in sorted(fields - {name[:2] for name in names_in(action["request"])}):
        yield Finding(f"input.properties.{name}", "no part of the request uses this field")


def _unknown(place: str, value: dict[str, Any], known: set[tuple[str, ...]]) -> Iterator[Finding]:
    for problem in unknown_placeholders(place, value, known):
        yield Finding(*problem)


def _blank_when_absent(action: dict[str, Any]) -> Iterator[Finding]:
    schema = action["input_schema"]
    optional = {name for name, field in schema["properties"].items() if "default" not in field}
    optional -= set(schema.get("required", []))
    for part in _ALWAYS_FILLED:
        for name in names_in(action["request"].get(part, "")):
            if name[0:1] == ("input",) and name[1] in optional:
                yield Finding(f"request.{part}", f"input.{name[1]} may be absent: require it or give it a default")
