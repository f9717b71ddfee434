"""Where an action may go: a base URL needs a host that is allowed."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from connectors.contracts.problems import Finding


def host_findings(contract: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    if "base_url" not in contract:
        return
    hosts = contract["allowed_hosts"]
    if isinstance(hosts, str):
        yield Finding("allowed_hosts", "with a base_url the contract names the hosts itself")
    elif not any(_covers(allowed, urlsplit(contract["base_url"]).hostname or "") for allowed in hosts):
        yield Finding("allowed_hosts", f"none of these is the host of {contract['base_url']}")


def _covers(allowed: str, host: str) -> bool:
    return host == allowed or (allowed.startswith("*.") and host.endswith(allowed[1:]))
