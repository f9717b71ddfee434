"""Query fields: each name once. Of two fields with one name a provider may take either, and lose our key."""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.problems import Finding
from oncestep.domain.lookup_checks import lookup_query_problems, query_problems
from oncestep.domain.template_names import verbatim


def query_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    credential = _field(action["auth"], "scheme", "parameter", "the credential")
    key = _field(action["key"] or {}, "place", "name", "the idempotency key")
    for problem in query_problems("request", action["request"], credential | key):
        yield Finding(*problem)
    yield from _key_findings(action["request"], key)
    for problem in lookup_query_problems(action["lookup"], credential) if action["lookup"] else ():
        yield Finding(*problem)


def _field(value: dict[str, Any], kind: str, name: str, content: str) -> dict[str, str]:
    """The query field that a credential or a key goes into, with what it holds; none if it goes elsewhere."""
    return {value[name]: content} if value.get(kind) == "query" else {}


def _key_findings(request: dict[str, Any], key: dict[str, str]) -> Iterator[Finding]:
    for name in key:
        for placeholder in verbatim(request["path"]):
            yield Finding(
                "request.path",
                f"{placeholder} may bring another {name} than the idempotency key's; use it without the +",
            )
