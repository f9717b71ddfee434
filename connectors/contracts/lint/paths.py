"""Paths: what a contract itself writes stays below the base URL; what the input brings is checked at each call."""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.problems import Finding
from oncestep.domain.paths import path_problem
from oncestep.domain.template_names import harmless


def path_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    for part in ("request", "lookup"):
        path = action[part]["path"] if action[part] else "/"
        if problem := path_problem(harmless(path)):
            yield Finding(f"{part}.path", problem)
