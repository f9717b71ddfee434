"""What the domain makes of a contract, in the words of the fixtures."""

import json
from typing import Any

from oncestep.domain.canonical import coerce, with_defaults
from oncestep.domain.classify import classify, classify_found
from oncestep.domain.contract import Action, Lookup
from oncestep.domain.documents import Parsed, pick_text
from oncestep.domain.freezing import freeze, lookup_url
from oncestep.domain.identity import Json
from oncestep.domain.outcomes import Answer, Confirmed, Evidence, NoAnswer, NotApplied, Rejected, Stage, Unknown
from oncestep.domain.pages import read_page
from tests.connectors.fixtures import Case

OPERATION = "op_aaaaaaaaaaaaaaaaaaaaaaaaaa"
BASE_URL = "http://provider.test"
NOW = 1_800_000_000_000
_NAMES = {Confirmed: "confirmed", Rejected: "rejected", NotApplied: "not_applied", Unknown: "unknown"}
_FACTS = ("remote_id", "code", "retry_after", "attention")


def meant(action: Action, value: Json) -> Json:
    """The input as the schema means it, with its defaults."""
    return with_defaults(coerce(value, action.input_schema), action.input_schema)


def fields(action: Action) -> set[str]:
    """The names of its input fields."""
    properties = action.input_schema["properties"]
    assert isinstance(properties, dict)
    return set(properties)


def sent(action: Action, value: Json) -> Case:
    """The frozen request."""
    request = freeze(action, value, OPERATION, _base_url(action))
    return {
        "method": request.method,
        "url": request.url,
        "headers": dict(request.headers),
        "body": request.body.decode(),
    }


def evidence_of(case: Case) -> Evidence:
    """The evidence that a case describes."""
    if "no_answer" in case:
        return NoAnswer(Stage(case["no_answer"]["stage"]), case["no_answer"]["reason"])
    answer = case["answer"]
    body = answer["body"] if isinstance(answer["body"], str) else json.dumps(answer["body"])
    return Answer(answer["status"], answer.get("headers", {}), body.encode())


def proved(action: Action, case: Case) -> Case:
    """The outcome and its facts; what is not there is left out."""
    outcome = classify(action.outcomes, evidence_of(case), now=NOW)
    facts = {name: getattr(outcome, name, None) for name in _FACTS}
    own = {"own_attempt_only": True} if isinstance(outcome, Rejected) and not outcome.definite else {}
    return {"outcome": _NAMES[type(outcome)]} | {name: fact for name, fact in facts.items() if fact is not None} | own


def shown(action: Action, lookup: Lookup, page: Parsed, operation: str = OPERATION) -> Case:
    """The remote objects of our operation on this page, by what they prove, and the address of the next page."""
    read = read_page(action, lookup, page, operation)
    assert read is not None
    found: dict[str, Any] = {}
    for item in read.ours:
        found.setdefault(classify_found(lookup, item).value, []).append(pick_text(item, lookup.remote_id))
    if read.goes_on:
        found["next_url"] = lookup_url(action, operation, _base_url(action), read.cursor)
    return found


def _base_url(action: Action) -> str:
    return action.base_url or BASE_URL
