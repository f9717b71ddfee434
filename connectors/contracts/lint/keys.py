"""Idempotency keys: long enough to tell operations apart, and really sent."""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.problems import Finding, below

SHORTEST = {"opaque": 26, "uuid": 36}
_PARTS = {"header": "headers", "body": "body", "query": "query"}


def promise_findings(contract: dict[str, Any]) -> Iterator[Finding]:
    """What is wrong with the promises themselves: the provider's, and those of single actions."""
    yield from below("idempotency", _length_findings(contract["idempotency"]))
    for name, action in contract["actions"].items():
        yield from below(f"actions.{name}.idempotency", _length_findings(action.get("idempotency", "none")))


def _length_findings(promise: dict[str, Any] | str) -> Iterator[Finding]:
    if isinstance(promise, str):
        return
    shortest = SHORTEST[promise["format"]]
    if promise["max_length"] < shortest:
        yield Finding("max_length", f"a key of the format {promise['format']} needs {shortest} characters at least")


def key_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """What in a request keeps its key from being sent as promised."""
    key = action["key"]
    if key is None:
        return
    part = _PARTS[key["place"]]
    content = action["request"].get(part, {})
    if isinstance(content, dict) and key["name"].lower() in {name.lower() for name in content}:
        yield Finding(f"request.{part}.{key['name']}", "the idempotency key goes here by itself; leave it out")
    if part == "body" and not (isinstance(content, dict) and content):
        yield Finding("request.body", f"the idempotency key goes into the body, as {key['name']}: it must be a mapping")
