"""Decodes a compiled contract's action: JSON in, domain values out. The compiler has checked what it reads."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from oncestep.domain.contract import (
    Action,
    Auth,
    AuthScheme,
    Encoding,
    KeyPlace,
    KeyPromise,
    Lookup,
    NextPage,
    OutcomeName,
    OutcomeRules,
    RequestMapping,
    Rule,
)
from oncestep.domain.identity import KeyFormat

Document: TypeAlias = Mapping[str, Any]


def action_of(document: Document) -> Action:
    """The action that the document describes."""
    hosts = document["allowed_hosts"]
    decoded = {
        "allowed_hosts": hosts if isinstance(hosts, str) else tuple(hosts),
        "auth": _auth(document["auth"]),
        "key": document["key"] and key_of(document["key"]),
        "request": _request(document["request"]),
        "outcomes": outcomes_of(document["outcomes"]),
        "lookup": document["lookup"] and lookup_of(document["lookup"]),
        "sensitive": frozenset(document["sensitive"]),
    }
    return Action(**{**document, **decoded})


def _auth(document: Document) -> Auth:
    return Auth(**{**document, "scheme": AuthScheme(document["scheme"])})


def key_of(document: Document) -> KeyPromise:
    """The promise about keys."""
    enums = {"place": KeyPlace(document["place"]), "format": KeyFormat(document["format"])}
    return KeyPromise(**{**document, **enums})


def _request(document: Document) -> RequestMapping:
    return RequestMapping(**{**document, "encoding": Encoding(document["encoding"])})


def outcomes_of(document: Document) -> OutcomeRules:
    """How answers are read."""
    decoded: dict[str, Any] = {
        "rules": _rules(document["rules"]),
        "success_absent": tuple(document.get("success_absent", ())),
        "success_statuses": frozenset(document.get("success_statuses", ())),
    }
    if "failed_body" in document:
        decoded["failed_body"] = OutcomeName(document["failed_body"])
    return OutcomeRules(**{**document, **decoded})


def _rules(documents: list[Document]) -> tuple[Rule, ...]:
    return tuple(
        Rule(**{**rule, "outcome": OutcomeName(rule["outcome"]), "statuses": frozenset(rule.get("statuses", ()))})
        for rule in documents
    )


def lookup_of(document: Document) -> Lookup:
    """How to ask afterwards."""
    next_page = document["next_page"] and NextPage(**document["next_page"])
    return Lookup(**{**document, "next_page": next_page, "rules": _rules(document["rules"])})
