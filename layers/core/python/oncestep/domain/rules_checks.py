"""What the schema of a connection's rules cannot say: whatever could make a second effect, or would never be sent."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from oncestep.domain.compiled import DEFAULT_TIMEOUT
from oncestep.domain.durations import milliseconds
from oncestep.domain.key_checks import length_problem, lost
from oncestep.domain.lookup_checks import (
    OPERATION,
    Names,
    Problem,
    lookup_problems,
    lookup_query_problems,
    time_problems,
    unknown_placeholders,
)
from oncestep.domain.paths import path_problem
from oncestep.domain.template_names import harmless

Document: TypeAlias = Mapping[str, Any]

LONGEST_PERIOD = 30 * 86_400_000
EVIDENCE = ("verified_by", "checked_on", "source")
"""Who has read the promise about keys, when, and where: without one of them nothing relies on it."""


def is_verified(promise: Document) -> bool:
    """Whether somebody stands for a promise about keys."""
    return all(promise.get(name) for name in EVIDENCE)


def rules_problems(rules: Document, credentials: Iterable[str]) -> Iterator[Problem]:
    """Every problem of rules whose parts are compiled; `credentials` are the names of the connection's headers."""
    taken = {name.lower() for name in credentials}
    key, mark, lookup = rules.get("key"), rules.get("mark"), rules.get("lookup")
    yield from _key_problems(key, taken) if key else ()
    yield from _mark_problems(mark, key, taken) if mark else ()
    yield from _lookup_problems(lookup, mark) if lookup else ()
    yield from _rate_problems(rules["rate_limit"]) if "rate_limit" in rules else ()
    yield from time_problems(rules.get("timeout", milliseconds(DEFAULT_TIMEOUT)), lookup)


def _key_problems(key: Document, taken: set[str]) -> Iterator[Problem]:
    if reason := lost(key["name"]):
        yield Problem("idempotency.name", reason)
    if key["name"].lower() in taken:
        yield Problem("idempotency.name", "the credential of that name goes there too, and would replace the key")
    if reason := length_problem(key["format"], key["max_length"]):
        yield Problem("idempotency.max_length", reason)
    if key["verified"] and key["retention"] == 0:
        yield Problem("idempotency.retention", "a verified promise says how long a key is remembered at least")


def _mark_problems(mark: Document, key: Document | None, taken: set[str]) -> Iterator[Problem]:
    if mark["place"] != "header":
        return
    if reason := lost(mark["name"]):
        yield Problem("mark.name", reason)
    if mark["name"].lower() in taken | {(key or {"name": "Idempotency-Key"})["name"].lower()}:
        yield Problem("mark.name", "a credential or the idempotency key goes into that header; name another one")


def _lookup_problems(lookup: Document, mark: Document | None) -> Iterator[Problem]:
    sent: Names = {("operation", "key"), *([("operation", "id")] if mark else [])}
    yield from unknown_placeholders("lookup", lookup, OPERATION)
    yield from (_with_remedy(problem) for problem in lookup_problems(lookup, sent))
    yield from lookup_query_problems(lookup, {})
    if problem := path_problem(harmless(lookup["path"])):
        yield Problem("lookup.path", problem)


def _rate_problems(limit: Document) -> Iterator[Problem]:
    if not limit["requests"] <= limit["period"] <= LONGEST_PERIOD:
        yield Problem("rate_limit.per", "must be at least 1ms for each request, and 30d at most")


def _with_remedy(problem: Problem) -> Problem:
    if "{operation.id}" not in problem.message or "does not send" not in problem.message:
        return problem
    return problem._replace(message=f"{problem.message}; let `mark` say where it goes, or use {{operation.key}}")
