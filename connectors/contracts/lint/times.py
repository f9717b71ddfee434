"""Times: a request, and a whole lookup, must fit into one invocation of the worker."""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.problems import Finding
from oncestep.domain.lookup_checks import time_problems


def time_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    for problem in time_problems(action["timeout"], action["lookup"]):
        yield Finding(*problem)
