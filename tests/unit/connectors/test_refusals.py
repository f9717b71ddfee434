"""Broken contracts: what is refused, where, and in which words."""

from pathlib import Path
from typing import Any

import pytest

from tests.unit.connectors.contracts import GONE, LOOKUP, PROMISE, compiled, contract

ORDER = "actions.order"
FIELDS = f"{ORDER}.input.properties"
ROW = {"type": "object", "properties": {"sku": {"type": "string", "title": "SKU", "description": "An article."}}}
ROWS = {"type": "array", "title": "Rows", "description": "Rows.", "items": ROW}
MANY = {"amount": {"type": "integer", "title": "Amount", "description": "How many."}}

FORM = [
    ({"nope": 1}, ": Additional properties are not allowed ('nope' was unexpected)"),
    ({"title": GONE}, ': "title" is a required property'),
    ({"base_url": "http://api.shop.example"}, "base_url: "),
    ({"base_url": "https://token@api.shop.example"}, "base_url: "),
    ({"allowed_hosts": "*"}, 'allowed_hosts: "connection" was expected'),
    ({"allowed_hosts": ["https://api.shop.example"]}, "allowed_hosts.0: "),
    ({"allowed_hosts": ["*"]}, "allowed_hosts.0: "),
    ({"auth": {"scheme": "oauth"}}, 'auth.scheme: "oauth" is not one of "none"'),
    ({"auth": {"scheme": "basic"}}, 'auth: "credential" is a required property'),
    ({"auth": {"scheme": "header", "credential": "token"}}, 'auth: "parameter" is a required property'),
    ({"idempotency": "unknown"}, 'idempotency: "none" was expected'),
    ({"idempotency": {**PROMISE, "source": GONE}}, 'idempotency: "source" is a required property'),
    ({"idempotency": {**PROMISE, "checked_on": GONE}}, 'idempotency: "checked_on" is a required property'),
    ({"idempotency": {**PROMISE, "retention": GONE}}, 'idempotency: "retention" is a required property'),
    ({"idempotency": {**PROMISE, "checked_on": "last week"}}, 'idempotency.checked_on: "last week" is not a "date"'),
    ({"idempotency": {**PROMISE, "retention": "a day"}}, 'idempotency.retention: "a day" does not match'),
    ({"timeout": 15}, 'timeout: 15 is not of type "string"'),
    ({"timeout": "never"}, 'timeout: "never" does not match'),
    ({"actions": {"Order": {}}}, 'actions: "Order" does not match'),
    ({f"{ORDER}.outcomes": {"rules": [{"outcome": "not_applied"}]}}, f"{ORDER}.outcomes.rules.0: "),
    (
        {f"{ORDER}.outcomes": {"rules": [{"statuses": [409], "outcome": "not_applied", "own_attempt_only": True}]}},
        f"{ORDER}.outcomes.rules.0.outcome: ",
    ),
    ({f"{ORDER}.outcomes": {"failed_body": "maybe"}}, f'{ORDER}.outcomes.failed_body: "maybe" is not one of'),
    ({f"{ORDER}.request.method": "GET"}, f"{ORDER}.request.method: "),
    ({f"{ORDER}.request.path": "orders"}, f"{ORDER}.request.path: "),
    ({f"{ORDER}.request.encoding": "none"}, f"{ORDER}.request.body: "),
    ({f"{ORDER}.request.encoding": "raw"}, f"{ORDER}.request.body: "),
    ({f"{ORDER}.request.headers": {"X Bad": "1"}}, f"{ORDER}.request.headers: "),
    ({f"{ORDER}.lookup": {**LOOKUP, "match": {}}}, f"{ORDER}.lookup.match: "),
    ({f"{ORDER}.lookup": {**LOOKUP, "max_processing": "5s"}}, f'{ORDER}.lookup: "source" is a required property'),
    (
        {f"{ORDER}.lookup": {**LOOKUP, "rules": [{"where": {"status": "open"}, "outcome": "rejected"}]}},
        f"{ORDER}.lookup",
    ),
]
PORTABLE = [
    ({f"{FIELDS}.sku.title": GONE}, f'{FIELDS}.sku: "title" is a required property'),
    ({f"{FIELDS}.sku.description": " "}, f"{FIELDS}.sku.description: "),
    ({f"{FIELDS}.sku.type": ["string", "null"]}, f"{FIELDS}.sku.type: "),
    ({f"{FIELDS}.sku.oneOf": []}, f"{FIELDS}.sku: Additional properties are not allowed ('oneOf' was unexpected)"),
    ({f"{FIELDS}.sku.const": "a"}, f"{FIELDS}.sku: Additional properties are not allowed ('const' was unexpected)"),
    ({f"{FIELDS}.sku.nullable": True}, f"{FIELDS}.sku: Additional properties are not allowed ('nullable'"),
    ({f"{FIELDS}.sku.format": "uuid"}, f'{FIELDS}.sku.format: "uuid" is not one of'),
    ({f"{FIELDS}.sku.enum": []}, f"{FIELDS}.sku.enum: "),
    ({f"{FIELDS}.sku.pattern": "("}, f'{FIELDS}.sku.pattern: "(" is not a "regex"'),
    (
        {f"{FIELDS}.amount": {**MANY["amount"], "exclusiveMinimum": 0}},
        f"{FIELDS}.amount: Additional properties are not allowed ('exclusiveMinimum' was unexpected)",
    ),
    (
        {f"{FIELDS}.address": {"type": "object", "title": "A", "description": "A.", "properties": {}}},
        f"{FIELDS}.address: Additional properties are not allowed ('properties' was unexpected)",
    ),
    (
        {
            f"{FIELDS}.tags": {
                "type": "object",
                "title": "T",
                "description": "T.",
                "additionalProperties": {"type": "object"},
            }
        },
        f'{FIELDS}.tags.additionalProperties.type: "string" was expected',
    ),
    ({f"{FIELDS}.rows": {**ROWS, "items": {"type": "array"}}}, f'{FIELDS}.rows.items.type: "array" is not one of'),
    (
        {f"{FIELDS}.rows": {**ROWS, "items": {**ROW, "properties": {"sub": ROWS}}}},
        f'{FIELDS}.rows.items.properties.sub.type: "array" is not one of',
    ),
    ({f"{FIELDS}.Amount": MANY["amount"]}, f'{FIELDS}: "Amount" does not match'),
]
LINT = [
    ({"base_url": "https://shop.example"}, "allowed_hosts: none of these is the host of https://shop.example"),
    ({"allowed_hosts": ["*.shop.example"], "base_url": "https://shop.example"}, "allowed_hosts: none of these"),
    ({"allowed_hosts": "connection"}, "allowed_hosts: with a base_url the contract names the hosts itself"),
    (
        {"idempotency": {**PROMISE, "max_length": 25}},
        "idempotency.max_length: a key of the format opaque needs 26 characters at least",
    ),
    (
        {f"{ORDER}.idempotency": {**PROMISE, "format": "uuid", "max_length": 35}},
        f"{ORDER}.idempotency.max_length: a key of the format uuid needs 36 characters at least",
    ),
    (
        {"idempotency": PROMISE, f"{ORDER}.request.headers": {"idempotency-key": "{operation.id}"}},
        f"{ORDER}.request.headers.Idempotency-Key: the idempotency key goes here by itself; leave it out",
    ),
    (
        {
            "idempotency": {**PROMISE, "place": "body", "name": "key"},
            f"{ORDER}.request.body": ["{input.sku}", "{input.note}"],
        },
        f"{ORDER}.request.body: the idempotency key goes into the body, as key: it must be a mapping",
    ),
    (
        {f"{ORDER}.input.required": ["sku", "size"]},
        f"{ORDER}.input.required.1: 'size' is no input field",
    ),
    (
        {f"{FIELDS}.sku.minLength": GONE},
        f"{FIELDS}.sku: a required text needs minLength: 1, so that it cannot be blank",
    ),
    ({f"{FIELDS}.sku.minLength": 0}, f"{FIELDS}.sku: a required text needs minLength: 1"),
    (
        {f"{FIELDS}.note.enum": ["fast", "slow"], f"{FIELDS}.note.default": "medium"},
        f"{FIELDS}.note.default: is not a valid value of the field",
    ),
    (
        {
            f"{FIELDS}.rows": {**ROWS, "items": {**ROW, "required": ["size"]}},
            f"{ORDER}.request.body.rows": "{input.rows}",
        },
        f"{FIELDS}.rows.items.required.0: 'size' is no input field",
    ),
    ({f"{ORDER}.sensitive": ["name"]}, f"{ORDER}.sensitive.0: 'name' is no input field"),
    (
        {f"{ORDER}.request.body.size": "{input.size}"},
        f"{ORDER}.request.body.size: {{input.size}} names nothing; there are {{input.note}}, {{input.sku}}, {{oper",
    ),
    ({f"{ORDER}.request.query": {"ref": "{operation.name}"}}, f"{ORDER}.request.query.ref: {{operation.name}} names"),
    ({f"{ORDER}.request.body.text": "Order {sku}"}, f"{ORDER}.request.body.text: {{sku}} names nothing"),
    ({f"{ORDER}.request.body.rows": ["{input-sku}"]}, f"{ORDER}.request.body.rows.0: {{input-sku}} names nothing"),
    ({f"{ORDER}.request.body.note": GONE}, f"{FIELDS}.note: no part of the request uses this field"),
    (
        {f"{ORDER}.request.path": "/orders/{input.note}"},
        f"{ORDER}.request.path: input.note may be absent: require it or give it a default",
    ),
    (
        {f"{ORDER}.lookup": {**LOOKUP, "query": {"sku": "{input.sku}"}}},
        f"{ORDER}.lookup.query.sku: {{input.sku}} names nothing; there are {{operation.id}}, {{operation.key}}",
    ),
    (
        {f"{ORDER}.lookup": {**LOOKUP, "match": {"status": "open"}}},
        f"{ORDER}.lookup.match: compare something with {{operation.id}} or {{operation.key}}",
    ),
    (
        {f"{ORDER}.lookup": LOOKUP, f"{ORDER}.request.body.reference": GONE},
        f"{ORDER}.lookup.match: the request does not send {{operation.id}}, so nothing will ever match",
    ),
    ({"timeout": "51s"}, f"{ORDER}.timeout: must be more than 0s and at most 50s"),
    ({f"{ORDER}.timeout": "0s"}, f"{ORDER}.timeout: must be more than 0s and at most 50s"),
    (
        {f"{ORDER}.lookup": {**LOOKUP, "max_pages": 4}},
        f"{ORDER}.lookup.max_pages: 3 at most: all pages together take no longer than 50s",
    ),
    ({f"{ORDER}.samples.input": {}}, f'{ORDER}.samples.input: "sku" is a required property'),
    ({f"{ORDER}.samples.input.sku": 1}, f'{ORDER}.samples.input.sku: 1 is not of type "string"'),
]


@pytest.mark.parametrize(("changes", "message"), FORM + PORTABLE + LINT)
def test_a_broken_contract_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    problems = [str(problem) for problem in compiled(tmp_path, contract(_without_gone(changes))).problems]
    start = f"{tmp_path / 'shop' / 'contract.yaml'}: {message.removeprefix(': ')}"
    assert [problem for problem in problems if problem.startswith(start)], problems


def _without_gone(changes: dict[str, Any]) -> dict[str, Any]:
    return {
        place: {name: item for name, item in value.items() if item is not GONE} if isinstance(value, dict) else value
        for place, value in changes.items()
    }


def test_what_the_refusals_start_from_is_valid(tmp_path: Path) -> None:
    changes = {"idempotency": PROMISE, f"{ORDER}.lookup": LOOKUP}
    assert compiled(tmp_path, contract(changes)).problems == ()


def test_every_problem_of_every_contract_is_told(tmp_path: Path) -> None:
    compiled(tmp_path, contract({"timeout": "51s", f"{ORDER}.sensitive": ["x"]}), "first")
    catalog = compiled(tmp_path, contract({"nope": 1, "title": 1}), "second")
    assert [(Path(problem.file).parent.name, problem.place) for problem in catalog.problems] == [
        ("first", "actions.order.sensitive.0"),
        ("first", "actions.order.timeout"),
        ("second", ""),
        ("second", "title"),
    ]


def test_a_folder_must_have_a_providers_name(tmp_path: Path) -> None:
    (problem,) = compiled(tmp_path, contract(), "My-Shop").problems
    assert "use a-z, 0-9 and _, a letter first" in problem.message


@pytest.mark.parametrize(
    ("yaml", "message"),
    [
        ("title: [", "line 1"),
        ("- title", "a contract is a mapping"),
        ("title: a\ntitle: b\n", "'title' is written twice"),
        ("outcomes: {rules: [{where: {200: a}}]}", "the key '200' needs quotes"),
        ("title: !!python/name:os.system", "could not determine a constructor"),
    ],
)
def test_yaml_that_could_be_misread_is_refused(tmp_path: Path, yaml: str, message: str) -> None:
    (problem,) = compiled(tmp_path, yaml).problems
    assert message in problem.message


def test_yaml_values_stay_what_their_author_sees(tmp_path: Path) -> None:
    catalog = compiled(tmp_path, "title: no\ndescription: 2026-11-30\nallowed_hosts: true\n")
    assert {problem.place for problem in catalog.problems} == {"", "allowed_hosts"}
