"""Lookups: see `oncestep.domain.lookup_checks`; a contract's request says itself which marks it sends."""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.problems import Finding
from oncestep.domain.lookup_checks import lookup_problems
from oncestep.domain.template_names import names_in


def lookup_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    if action["lookup"] is None:
        return
    sent = names_in(action["request"]) | ({("operation", "key")} if action["key"] else set())
    for problem in lookup_problems(action["lookup"], sent):
        yield Finding(*problem)
