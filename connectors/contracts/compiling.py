"""From a valid contract to the document that the engine decodes: defaults filled in, durations in milliseconds.

An action's own entries win over its provider's; its outcome rules come before the provider's.
"""

import hashlib
from typing import Any, TypeAlias

from oncestep.domain.compiled import DEFAULT_TIMEOUT, compiled_key, compiled_lookup, merged_outcomes
from oncestep.domain.durations import milliseconds
from oncestep.domain.identity import canonical_json

Document: TypeAlias = dict[str, Any]

DEFAULTS: Document = {"timeout": DEFAULT_TIMEOUT, "max_attempts": 8, "time_budget": "24h"}
VERSION_LENGTH = 12
_NONE = "none"


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
        **({"rules": contract["rules"]} if "rules" in contract else {}),
        "key": compiled_key(either["idempotency"]),
        "input_schema": {"type": "object", "additionalProperties": False, **own["input"]},
        "request": own["request"],
        "outcomes": merged_outcomes(contract.get("outcomes", {}), own.get("outcomes", {})),
        "lookup": compiled_lookup(own.get("lookup", _NONE)),
        "timeout": milliseconds(either["timeout"]),
        "max_attempts": either["max_attempts"],
        "time_budget": milliseconds(either["time_budget"]),
        "sensitive": sorted(own.get("sensitive", [])),
        "samples": own["samples"],
    }
