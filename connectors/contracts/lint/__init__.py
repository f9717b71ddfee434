"""What a contract's schema cannot say. Each module checks one thing about one action; places are the contract's."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from connectors.contracts.lint.credentials import auth_findings, signature_findings
from connectors.contracts.lint.fields import field_findings
from connectors.contracts.lint.headers import header_findings
from connectors.contracts.lint.hosts import host_findings
from connectors.contracts.lint.keys import key_findings, promise_findings
from connectors.contracts.lint.lookups import lookup_findings
from connectors.contracts.lint.paths import path_findings
from connectors.contracts.lint.placeholders import placeholder_findings
from connectors.contracts.lint.query import query_findings
from connectors.contracts.lint.samples import sample_findings
from connectors.contracts.lint.times import time_findings
from connectors.contracts.problems import Finding, below

ActionCheck: TypeAlias = Callable[[dict[str, Any]], Iterator[Finding]]

_ACTION_CHECKS: tuple[ActionCheck, ...] = (
    field_findings,
    placeholder_findings,
    path_findings,
    header_findings,
    query_findings,
    key_findings,
    signature_findings,
    lookup_findings,
    time_findings,
    sample_findings,
)


def lint_findings(contract: dict[str, Any], compiled: dict[str, Any]) -> Iterator[Finding]:
    """Everything wrong with a contract whose form is right."""
    yield from host_findings(contract)
    yield from auth_findings(contract)
    yield from promise_findings(contract)
    for name, action in compiled["actions"].items():
        for check in _ACTION_CHECKS:
            yield from below(f"actions.{name}", check(action))
