"""Headers: each has one writer, and none is written that never reaches the provider.

The sender writes some headers itself, the body's encoding decides another, and credentials win over all of them.
"""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.problems import Finding
from oncestep.domain.contract import SENDERS_OWN
from oncestep.domain.key_checks import CONTENT_TYPE

WEBHOOK_ID = "webhook-id"
_OF_SCHEMES = {
    "bearer": frozenset({"authorization"}),
    "basic": frozenset({"authorization"}),
    "standard_webhooks": frozenset({"webhook-timestamp", "webhook-signature"}),
}


def credential_headers(auth: dict[str, Any]) -> frozenset[str]:
    """The headers that credentials go into, in lower case; a connection's own headers are known at sending only."""
    if auth["scheme"] == "header":
        return frozenset({auth["parameter"].lower()})
    return _OF_SCHEMES.get(auth["scheme"], frozenset())


def header_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    headers = action["request"].get("headers", {})
    if isinstance(headers, str):
        return
    seen = set[str]()
    for name in headers:
        for message in _messages(name.lower(), action, seen):
            yield Finding(f"request.headers.{name}", message)
        seen.add(name.lower())


def _messages(name: str, action: dict[str, Any], seen: set[str]) -> Iterator[str]:
    if name in SENDERS_OWN:
        yield "follows from the address and the body, so this is never sent; leave it out"
    if name == CONTENT_TYPE and action["request"]["encoding"] != "none":
        yield "the encoding's content type replaces this; write it as media_type"
    if name in credential_headers(action["auth"]):
        yield "the credential goes here by itself; leave it out"
    if name in seen:
        yield "is written twice; upper and lower case are the same header"
