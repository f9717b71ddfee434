"""A connection's rules are checked whole before anything follows them; what is wrong is named, and no value shown."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from connectors.contracts.reading import read_contract
from oncestep.adapters.connection_rules import InvalidRules, rules_in
from oncestep.adapters.connection_rules_schema import SCHEMA
from oncestep.adapters.connection_secret import connection_in
from oncestep.domain.connection_rules import ConnectionRules
from oncestep.domain.contract import KeyPlace, Mark, OutcomeName, RateLimit
from oncestep.domain.errors import UnknownConnection
from tests.support.ruled import KEY, LOOKUP, MARK

CONTRACTS = Path(__file__).parents[3] / "connectors" / "contract.schema.json"
DOCS = CONTRACTS.parents[1] / "docs"
PAGE, CONTRACT_PAGE = ((DOCS / name).read_text("utf-8") for name in ("http-connections.md", "adding-a-provider.md"))
BY_KEY = {**LOOKUP, "query": {"key": "{operation.key}"}, "match": {"key": "{operation.key}"}}


def problems(rules: object, *credentials: str) -> str:
    with pytest.raises(InvalidRules) as invalid:
        rules_in(rules, credentials)
    return str(invalid.value)


def test_what_contracts_define_too_is_defined_alike() -> None:
    theirs = json.loads(CONTRACTS.read_text("utf-8"))["$defs"]
    ours = SCHEMA["$defs"]
    assert {name: ours[name] for name in ours if name in theirs} == {
        name: theirs[name] for name in ours if name in theirs
    }
    assert len(set(ours) & set(theirs)) > 10


@pytest.mark.parametrize("example", re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL))
def test_every_example_in_the_docs_can_be_followed(example: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(example, "utf-8")
    assert rules_in(read_contract(path)) is not None


def test_every_field_is_explained() -> None:
    fields = {*SCHEMA["properties"], *SCHEMA["$defs"]["owners_promise"]["properties"]}
    assert {field for field in fields if f"`{field}`" not in PAGE + CONTRACT_PAGE} == set()


def test_a_rate_limit_is_decoded() -> None:
    rules = rules_in({"rate_limit": {"requests": 60, "per": "1m", "burst": 5}})
    assert rules is not None
    assert rules.rate_limit == RateLimit(60, 60_000, 5)
    assert rules.rate_limit.interval == 1_000


def test_no_rules_are_none() -> None:
    assert rules_in({}) is None


def test_rules_are_decoded_whole() -> None:
    rules = rules_in(
        {
            "timeout": "40s",
            "idempotency": {**KEY, "name": "X-Key", "format": "uuid", "replays_errors": True},
            "mark": MARK,
            "lookup": LOOKUP,
            "outcomes": {"success": {"ok": True}, "failed_body": "unknown", "remote_id": "id"},
        }
    )
    assert rules is not None
    assert rules.key is not None
    assert rules.lookup is not None
    assert rules.outcomes is not None
    assert (rules.timeout, rules.mark) == (40_000, Mark(KeyPlace.BODY, "reference"))
    assert (rules.key.name, rules.key.retention, rules.key.verified) == ("X-Key", 86_400_000, True)
    assert (rules.lookup.max_processing, rules.lookup.consistent_after) == (5_000, 1_000)
    assert rules.outcomes.failed_body is OutcomeName.UNKNOWN


@pytest.mark.parametrize("missing", ["verified_by", "checked_on", "source"])
def test_a_promise_without_who_when_and_where_is_unverified(missing: str) -> None:
    rules = rules_in({"idempotency": {name: value for name, value in KEY.items() if name != missing}})
    assert isinstance(rules, ConnectionRules)
    assert rules.key is not None
    assert not rules.key.verified


def test_a_lookup_by_the_key_needs_no_mark() -> None:
    assert rules_in({"lookup": BY_KEY}) is not None


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"retries": 3}, "retries"),
    ({"timeout": 40}, "timeout: its value is not of type"),
    ({"rate_limit": {"requests": 0, "per": "1m"}}, "rate_limit.requests: its value is less than the minimum of 1"),
    ({"rate_limit": {"requests": 5}}, 'rate_limit: "per" is a required property'),
    ({"rate_limit": {"requests": 2_000, "per": "1s"}}, "rate_limit.per: must be at least 1ms for each request"),
    ({"rate_limit": {"requests": 2, "per": "31d"}}, "rate_limit.per: must be at least 1ms for each request, and 30d"),
    ({"rate_limit": {"requests": 2, "per": "1s", "burst": 0}}, "rate_limit.burst: its value is less than the minimum"),
    ({"timeout": "51s"}, "timeout: must be more than 0s and at most 50s"),
    ({"timeout": "0s"}, "timeout: must be more than 0s"),
    ({"outcomes": {"failed_body": "not_applied"}}, "outcomes.failed_body: "),
    ({"outcomes": {"rules": [{"outcome": "confirmed"}]}}, "outcomes.rules.0: "),
    ({"outcomes": {"success_statuses": [302]}}, "outcomes.success_statuses.0: "),
    ({"idempotency": {**KEY, "name": "Host"}}, "idempotency.name: the header Host follows from the address"),
    ({"idempotency": {**KEY, "name": "x-TOKEN"}}, "idempotency.name: the credential of that name goes there too"),
    ({"idempotency": {**KEY, "max_length": 20}}, "idempotency.max_length: a key of the format opaque needs 26"),
    ({"idempotency": {**KEY, "retention": "0s"}}, "idempotency.retention: a verified promise says how long"),
    ({"idempotency": {"verified_by": "O", "checked_on": "2026-11-30", "source": "s"}}, "idempotency.retention: "),
    ({"idempotency": {**KEY, "checked_on": "yesterday"}}, "idempotency.checked_on: "),
    ({"mark": {"place": "header", "name": "Content-Type"}}, "mark.name: the header Content-Type says what the body is"),
    ({"mark": {"place": "header", "name": "X-Token"}}, "mark.name: a credential or the idempotency key goes into"),
    ({"mark": {"place": "header", "name": "idempotency-key"}}, "mark.name: a credential or the idempotency key goes"),
    ({"mark": {"place": "header", "name": "X Ref"}}, "mark.name: "),
    (
        {"lookup": LOOKUP},
        "lookup.match: the request does not send {operation.id}, so nothing will ever match; let `mark`",
    ),
    ({"lookup": LOOKUP}, "lookup.query: the request does not send {operation.id}, so this finds nothing"),
    ({"lookup": {**BY_KEY, "match": {"key": "order-1"}}}, "lookup.match: compare something with {operation.id} or"),
    ({"lookup": {**BY_KEY, "query": {}}}, "lookup.query: reads the first page of everything"),
    ({"lookup": {**BY_KEY, "query": {"a": "{input.a}"}}}, "lookup.query.a: {input.a} names nothing"),
    ({"lookup": {**BY_KEY, "path": "/../things"}}, "lookup.path: has a dot segment"),
    ({"lookup": {**BY_KEY, "path": "/things?key=a"}}, "lookup.query.key: the path has this field already"),
    ({"lookup": {**BY_KEY, "max_pages": 4}}, "lookup.max_pages: 3 at most"),
    ({"lookup": {**BY_KEY, "max_pages": 2}, "timeout": "30s"}, "lookup.max_pages: 1 at most"),
    ({"lookup": {name: BY_KEY[name] for name in BY_KEY if name != "source"}}, "lookup: "),
]


@pytest.mark.parametrize(("rules", "told"), WRONG, ids=[told for _, told in WRONG])
def test_wrong_rules_are_refused_with_their_place(rules: dict[str, Any], told: str) -> None:
    assert told in problems(rules, "X-Token")


def test_rules_that_are_no_mapping_are_refused() -> None:
    assert "not of type" in problems(["a"])


def test_no_value_is_repeated() -> None:
    assert "sk_live" not in problems({"timeout": "sk_live_1", "mark": {"place": "sk_live_2", "name": "a"}})


def test_the_secret_of_a_connection_may_hold_rules() -> None:
    secret = {"account": "a", "rules": {"timeout": "40s"}}
    assert connection_in(json.dumps(secret), "live").rules == ConnectionRules(timeout=40_000)
    assert connection_in(json.dumps({**secret, "rules": {}}), "live").rules is None


def test_a_secret_with_wrong_rules_is_no_connection_and_names_the_place() -> None:
    secret = {"account": "a", "credentials": {"X-Token": "sk_1"}, "rules": {"idempotency": {"name": "X-Token"}}}
    with pytest.raises(UnknownConnection, match=r"rules\.idempotency\.name: the credential.*--rules") as refused:
        connection_in(json.dumps(secret), "live")
    assert "sk_1" not in str(refused.value)
