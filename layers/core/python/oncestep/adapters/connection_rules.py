"""A connection's rules as people write them: checked whole, compiled, decoded. Values are never repeated."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from oncestep.adapters.compiled_action import key_of, lookup_of, outcomes_of
from oncestep.adapters.connection_rules_schema import SCHEMA
from oncestep.domain.compiled import compiled_key, compiled_lookup, compiled_rate_limit, merged_outcomes
from oncestep.domain.connection_rules import ConnectionRules
from oncestep.domain.contract import KeyPlace, Mark, RateLimit
from oncestep.domain.durations import milliseconds
from oncestep.domain.lookup_checks import Problem
from oncestep.domain.rules_checks import is_verified, rules_problems

_KEY = {"place": "header", "name": "Idempotency-Key", "max_length": 255, "format": "opaque"}


class InvalidRules(Exception):
    """The rules cannot be followed; `problems` says where and why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{place}: {message}" if place else message for place, message in self.problems))


def rules_in(document: object, credentials: Iterable[str] = ()) -> ConnectionRules | None:
    """The rules; None where there are none. `credentials` are the names of the connection's headers.

    Raises:
        InvalidRules: naming every wrong place.

    """
    problems = [_problem(error) for error in _validator().iter_errors(document)]
    if problems or not isinstance(document, Mapping):
        raise InvalidRules(problems)
    compiled = _compiled(document)
    problems = list(rules_problems(compiled, credentials))
    if problems:
        raise InvalidRules(problems)
    return _decoded(compiled) if document else None


@cache
def _validator() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(SCHEMA, validate_formats=True, mask="its value")


def _problem(error: jsonschema_rs.ValidationError) -> Problem:
    return Problem(".".join(map(str, error.instance_path)), error.message)


def _compiled(document: Mapping[str, Any]) -> dict[str, Any]:
    compiled = dict(document)
    if "idempotency" in document:
        compiled["key"] = compiled_key(_promise(document["idempotency"]))
    if "lookup" in document:
        compiled["lookup"] = compiled_lookup(document["lookup"])
    if "timeout" in document:
        compiled["timeout"] = milliseconds(document["timeout"])
    if "rate_limit" in document:
        compiled["rate_limit"] = compiled_rate_limit(document["rate_limit"])
    return compiled


def _promise(stated: Mapping[str, Any]) -> dict[str, Any]:
    """The owner's promise in the words of a contract's."""
    words = {name: value for name, value in stated.items() if name != "verified_by"}
    return {**_KEY, **words, "verified": is_verified(stated)}


def _decoded(compiled: Mapping[str, Any]) -> ConnectionRules:
    key, lookup, mark, outcomes, rate_limit = (
        compiled.get(name) for name in ("key", "lookup", "mark", "outcomes", "rate_limit")
    )
    return ConnectionRules(
        outcomes=outcomes_of(merged_outcomes({}, outcomes)) if outcomes else None,
        key=key_of(key) if key else None,
        lookup=lookup_of(lookup) if lookup else None,
        mark=Mark(KeyPlace(mark["place"]), mark["name"]) if mark else None,
        timeout=compiled.get("timeout"),
        rate_limit=RateLimit(**rate_limit) if rate_limit else None,
    )
