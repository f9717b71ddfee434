"""Parts of a contract, and of a connection's rules, as people write them, and as the engine reads them.

Defaults are filled in, and durations are in milliseconds. The schemas have checked the form.
"""

from typing import Any, TypeAlias

from oncestep.domain.durations import milliseconds

Document: TypeAlias = dict[str, Any]

DEFAULT_TIMEOUT = "15s"
NOT_PROMISED: Document = {
    "retention": "0s",
    "compares_parameters": False,
    "replays_errors": False,
    "min_retry_delay": "0s",
    "source": "",
    "checked_on": "",
}
_NEVER, _UNSTATED = "never", "unstated"


def compiled_key(promise: Document | str) -> Document | None:
    """What is promised of idempotency keys, whole; None where there are none."""
    if isinstance(promise, str):
        return None
    stated = {**NOT_PROMISED, **promise}
    return {
        **stated,
        "retention": None if stated["retention"] == _NEVER else milliseconds(stated["retention"]),
        "min_retry_delay": milliseconds(stated["min_retry_delay"]),
    }


def merged_outcomes(providers: Document, own: Document) -> Document:
    """How answers are read: own rules come first, own entries win."""
    return {**providers, **own, "rules": [*own.get("rules", []), *providers.get("rules", [])]}


def compiled_rate_limit(limit: Document) -> Document:
    """How many requests in which time, and how many at once."""
    return {"requests": limit["requests"], "period": milliseconds(limit["per"]), "burst": limit.get("burst", 1)}


def compiled_lookup(lookup: Document | str) -> Document | None:
    """The lookup, whole; None where there is none."""
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
