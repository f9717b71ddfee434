"""Lookups: what they match is the operation's own mark, the request leaves that mark at the provider, and they see all.

A lookup that matched anything else would take another operation's object for ours; one that saw a part of the objects
only would take ours for absent, and it would be made again.
"""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.lint.placeholders import OPERATION
from connectors.contracts.lint.templates import names_in
from connectors.contracts.problems import Finding


def lookup_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    lookup = action["lookup"]
    if lookup is None:
        return
    if not _marks(lookup["match"]):
        yield Finding("lookup.match", "compare something with {operation.id} or {operation.key}")
    yield from _unsent(action, "match", "nothing will ever match")
    if not (_marks(lookup["path"]) or _marks(lookup["query"]) or lookup["next_page"]):
        yield Finding(
            "lookup.query",
            "reads the first page of everything, and whatever is not on it counts as absent: filter by {operation.id} "
            "or {operation.key}, or add next_page",
        )
    for part in ("path", "query"):
        yield from _unsent(action, part, "this finds nothing, and everything counts as absent")


def _unsent(action: dict[str, Any], part: str, result: str) -> Iterator[Finding]:
    sent = names_in(action["request"]) | ({("operation", "key")} if action["key"] else set())
    for root, name in sorted(_marks(action["lookup"][part]) - sent):
        yield Finding(f"lookup.{part}", f"the request does not send {{{root}.{name}}}, so {result}")


def _marks(value: object) -> set[tuple[str, ...]]:
    return names_in(value) & OPERATION
