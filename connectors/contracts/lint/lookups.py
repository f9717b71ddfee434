"""Lookups: what they match is the operation's own mark, and the request leaves that mark at the provider.

A lookup that matched anything else would take another operation's object for ours.
"""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.lint.placeholders import OPERATION
from connectors.contracts.lint.templates import names_in
from connectors.contracts.problems import Finding


def lookup_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    if action["lookup"] is None:
        return
    marks = names_in(action["lookup"]["match"]) & OPERATION
    sent = names_in(action["request"]) | ({("operation", "key")} if action["key"] else set())
    if not marks:
        yield Finding("lookup.match", "compare something with {operation.id} or {operation.key}")
    for root, name in sorted(marks - sent):
        yield Finding("lookup.match", f"the request does not send {{{root}.{name}}}, so nothing will ever match")
