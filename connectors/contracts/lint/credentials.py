"""Credentials: each reaches the provider, and a signature has the message that it signs."""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.lint.headers import WEBHOOK_ID
from connectors.contracts.problems import Finding
from oncestep.domain.key_checks import lost


def auth_findings(contract: dict[str, Any]) -> Iterator[Finding]:
    """What keeps the provider's credential from being sent."""
    auth = contract["auth"]
    if auth["scheme"] == "header" and (reason := lost(auth["parameter"])):
        yield Finding("auth.parameter", reason)


def signature_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """What keeps the requests of an action from being signed, if its provider asks for that."""
    if action["auth"]["scheme"] != "standard_webhooks":
        return
    if WEBHOOK_ID not in _headers(action):
        yield Finding("request.headers", f"{WEBHOOK_ID} is signed, and missing: name it in idempotency, as a header")
    if action["lookup"]:
        yield Finding("lookup", f"a lookup has no {WEBHOOK_ID} that could be signed; leave it out")


def _headers(action: dict[str, Any]) -> set[str]:
    """The headers that a request surely has, in lower case."""
    headers, key = action["request"].get("headers", {}), action["key"]
    names = set() if isinstance(headers, str) else {name.lower() for name in headers}
    return names | ({key["name"].lower()} if key and key["place"] == "header" else set())
