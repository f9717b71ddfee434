"""From a valid contract to the document that the engine decodes: defaults filled in, durations in milliseconds.

An action's own entries win over its provider's; its outcome rules come before the provider's.
"""

import hashlib
from typing import Any, TypeAlias

from connectors.contracts.durations import milliseconds
from oncestep.domain.identity import canonical_json

Document: TypeAlias = dict[str, Any]

DEFAULTS: Document = {"timeout": "15s", "max_attempts": 8, "time_budget": "24h"}
NOT_PROMISED: Document = {
    "retention": "0s",
    "compares_parameters": False,
    "replays_errors": False,
    "min_retry_delay": "0s",
    "source": "",
    "checked_on": "",
}
VERSION_LENGTH = 12
_NONE, _NEVER, _UNSTATED = "none", "never", "unstated"


def compiled_provider(name: str, contract: Document) -> Document:
    """The provider with all its actions."""
    return {
        "provider": name,
        "title": contract["title"],
        "description": contract["description"],
        "actions": {action: _versioned(_action(name, action, contract)) for action in sorted(contract["actions"])},
    }


def _versioned(action: Document) -> Document:
    digest = hashlib.sha256(canonical_json(action).encode()).hexdigest()
    return {"contract_version": digest[:VERSION_LENGTH], **action}


def _action(provider: str, name: str, contract: Document) -> Document:
    own = contract["actions"][name]
    either = {**DEFAULTS, **contract, **own}
    return {
        "provider": provider,
        "name": name,
        "title": own["title"],
        "description": own["description"],
        "help": own.get("help", ""),
        "internal": own.get("internal", False),
        "base_url": contract.get("base_url", ""),
        "allowed_hosts": contract["allowed_hosts"],
        "auth": contract["auth"],
        "key": _key(either["idempotency"]),
        "input_schema": {"type": "object", "additionalProperties": False, **own["input"]},
        "request": own["request"],
        "outcomes": _outcomes(contract.get("outcomes", {}), own.get("outcomes", {})),
        "lookup": _lookup(own.get("lookup", _NONE)),
        "timeout": milliseconds(either["timeout"]),
        "max_attempts": either["max_attempts"],
        "time_budget": milliseconds(either["time_budget"]),
        "sensitive": sorted(own.get("sensitive", [])),
        "samples": own["samples"],
    }


def _key(promise: Document | str) -> Document | None:
    if isinstance(promise, str):
        return None
    stated = {**NOT_PROMISED, **promise}
    return {
        **stated,
        "retention": None if stated["retention"] == _NEVER else milliseconds(stated["retention"]),
        "min_retry_delay": milliseconds(stated["min_retry_delay"]),
    }


def _outcomes(providers: Document, own: Document) -> Document:
    return {**providers, **own, "rules": [*own.get("rules", []), *providers.get("rules", [])]}


def _lookup(lookup: Document | str) -> Document | None:
    if isinstance(lookup, str):
        return None
    stated = lookup["max_processing"]
    return {
        "path": lookup["path"],
        "query": lookup.get("query", {}),
        "items": lookup["items"],
        "match": lookup["match"],
        "rules": lookup.get("rules", []),
        "next_page": lookup.get("next_page"),
        "remote_id": lookup["remote_id"],
        "max_processing": None if stated == _UNSTATED else milliseconds(stated),
        "consistent_after": milliseconds(lookup["consistent_after"]),
        "max_pages": lookup.get("max_pages", 1),
    }
