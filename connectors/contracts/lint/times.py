"""Times: a request, and a whole lookup, must fit into one invocation of the worker."""

from collections.abc import Iterator
from typing import Any

from connectors.contracts.problems import Finding

LONGEST = 50_000
"""Milliseconds: the worker's 60 s without what claiming and settling need."""


def time_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    timeout, lookup = action["timeout"], action["lookup"]
    if not 0 < timeout <= LONGEST:
        yield Finding("timeout", f"must be more than 0s and at most {LONGEST // 1000}s")
    elif lookup and timeout * lookup["max_pages"] > LONGEST:
        most = LONGEST // timeout
        yield Finding("lookup.max_pages", f"{most} at most: all pages together take no longer than {LONGEST // 1000}s")
