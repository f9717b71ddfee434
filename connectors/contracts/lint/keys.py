"""Idempotency keys: long enough to tell operations apart, and really sent, whatever else is sent with them."""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.lint.headers import credential_headers
from connectors.contracts.problems import Finding, below
from oncestep.domain.key_checks import length_problem, lost

_PARTS = {"header": "headers", "body": "body"}


def promise_findings(contract: dict[str, Any]) -> Iterator[Finding]:
    """What is wrong with the promises themselves: the provider's, and those of single actions."""
    yield from below("idempotency", _promise_findings(contract["idempotency"], contract["auth"]))
    yield from _rules_findings(contract)
    for name, action in contract["actions"].items():
        promise = action.get("idempotency", "none")
        yield from below(f"actions.{name}.idempotency", _promise_findings(promise, contract["auth"]))


def _promise_findings(promise: dict[str, Any] | str, auth: dict[str, Any]) -> Iterator[Finding]:
    if isinstance(promise, str):
        return
    yield from _length_findings(promise)
    if promise["place"] == "header" and (reason := lost(promise["name"])):
        yield Finding("name", reason)
    if promise["name"].lower() in _credential_names(promise["place"], auth):
        yield Finding("name", "the credential goes there too, and would replace the key")


def _rules_findings(contract: dict[str, Any]) -> Iterator[Finding]:
    """A connection's rules may rename the header that the key goes into, so it must go into one."""
    promise = contract["idempotency"]
    if "rules" in contract and (isinstance(promise, str) or promise["place"] != "header"):
        yield Finding("rules", "where connections bring rules, idempotency must name a header")


def _credential_names(place: str, auth: dict[str, Any]) -> frozenset[str]:
    """What credentials are named at that place, in lower case."""
    if place == "header":
        return credential_headers(auth)
    return frozenset({auth["parameter"].lower()}) if place == auth["scheme"] else frozenset()


def _length_findings(promise: dict[str, Any]) -> Iterator[Finding]:
    if problem := length_problem(promise["format"], promise["max_length"]):
        yield Finding("max_length", problem)


def key_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """What in a request keeps its key from being sent as promised; for one in the query, see there."""
    key = action["key"]
    if key is None or key["place"] not in _PARTS:
        return
    part = _PARTS[key["place"]]
    content = action["request"].get(part, {})
    if isinstance(content, dict) and key["name"].lower() in {name.lower() for name in content}:
        yield Finding(f"request.{part}.{key['name']}", "the idempotency key goes here by itself; leave it out")
    if part == "body" and not (isinstance(content, dict) and content):
        yield Finding("request.body", f"the idempotency key goes into the body, as {key['name']}: it must be a mapping")
