"""Query fields: each name once. Of two fields with one name a provider may take either, and lose our key."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from connectors.contracts.lint.templates import verbatim
from connectors.contracts.problems import Finding, below


def query_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    credential = _field(action["auth"], "scheme", "parameter", "the credential")
    key = _field(action["key"] or {}, "place", "name", "the idempotency key")
    yield from below("request", _part_findings(action["request"], credential | key))
    yield from below("request", _key_findings(action["request"], key))
    if action["lookup"]:
        yield from below("lookup", _lookup_findings(action["lookup"], credential))


def _lookup_findings(lookup: dict[str, Any], credential: dict[str, str]) -> Iterator[Finding]:
    cursor = {lookup["next_page"]["parameter"]: "the next page's cursor"} if lookup["next_page"] else {}
    yield from _part_findings(lookup, credential | cursor)
    if credential.keys() & cursor:
        yield Finding("next_page.parameter", "the credential goes there too; they need two names")


def _field(value: dict[str, Any], kind: str, name: str, content: str) -> dict[str, str]:
    """The query field that a credential or a key goes into, with what it holds; none if it goes elsewhere."""
    return {value[name]: content} if value.get(kind) == "query" else {}


def _part_findings(part: dict[str, Any], by_itself: dict[str, str]) -> Iterator[Finding]:
    """`by_itself`: the fields that are added at freezing or sending, with what they hold."""
    in_path = {name for name, _ in parse_qsl(part["path"].partition("?")[2], keep_blank_values=True)}
    for name, content in by_itself.items():
        if name in in_path:
            yield Finding("path", f"{content} goes into the query field {name} by itself; leave it out")
    for name in part.get("query", {}):
        if name in by_itself:
            yield Finding(f"query.{name}", f"{by_itself[name]} goes here by itself; leave it out")
        if name in in_path:
            yield Finding(f"query.{name}", "the path has this field already; write it once")


def _key_findings(request: dict[str, Any], key: dict[str, str]) -> Iterator[Finding]:
    for name in key:
        for placeholder in verbatim(request["path"]):
            yield Finding(
                "path", f"{placeholder} may bring another {name} than the idempotency key's; use it without the +"
            )
