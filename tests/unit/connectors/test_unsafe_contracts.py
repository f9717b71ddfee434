"""Contracts of a right form that would let an effect happen twice, or would never be sent as they are written."""

from pathlib import Path
from typing import Any

import pytest

from oncestep.application.signing import ID_HEADER
from tests.unit.connectors.contracts import LOOKUP, PROMISE, compiled, contract

ORDER = "actions.order"
REQUEST = f"{ORDER}.request"
EVERYTHING = {name: value for name, value in LOOKUP.items() if name != "query"}
NEXT_PAGE = {"parameter": "after", "cursor": "id", "more": "has_more"}
SIGNED = {"scheme": "standard_webhooks", "credential": "secret"}
IN_QUERY = {**PROMISE, "place": "query", "name": "key"}


def key_in(name: str, place: str = "header") -> dict[str, Any]:
    return {**PROMISE, "name": name, "place": place}


def credential_in(name: str, scheme: str = "header") -> dict[str, Any]:
    return {"scheme": scheme, "credential": "token", "parameter": name}


FIRST_PAGE = f"{ORDER}.lookup.query: reads the first page of everything"
LOOKUPS = [
    ({f"{ORDER}.lookup": EVERYTHING}, FIRST_PAGE),
    ({f"{ORDER}.lookup": {**EVERYTHING, "query": {"limit": 100}}}, FIRST_PAGE),
    ({f"{ORDER}.lookup": {**EVERYTHING, "max_pages": 3}}, FIRST_PAGE),
    ({"idempotency": PROMISE, f"{ORDER}.lookup": {**EVERYTHING, "query": {"key": "{operation.key}"}}}, None),
    ({f"{ORDER}.lookup": {**EVERYTHING, "path": "/orders/{operation.id}"}}, None),
    ({f"{ORDER}.lookup": {**EVERYTHING, "path": "/orders?reference={operation.id}"}}, None),
    ({f"{ORDER}.lookup": {**EVERYTHING, "next_page": NEXT_PAGE}}, None),
    (
        {f"{ORDER}.lookup": {**LOOKUP, "query": {"reference": "{operation.key}"}}},
        f"{ORDER}.lookup.query: the request does not send {{operation.key}}, so this finds nothing, and everything",
    ),
    (
        {f"{ORDER}.lookup": {**LOOKUP, "path": "/orders/{operation.key}"}},
        f"{ORDER}.lookup.path: the request does not send {{operation.key}}, so this finds nothing, and everything",
    ),
    ({f"{ORDER}.lookup": {**LOOKUP, "path": "/orders#{operation.id}"}}, f"{ORDER}.lookup.path: "),
]
PATHS = [
    ({f"{REQUEST}.path": "/v1/../orders"}, f"{REQUEST}.path: has a dot segment"),
    ({f"{REQUEST}.path": "/v1%2forders"}, f"{REQUEST}.path: has an encoded slash"),
    ({f"{REQUEST}.path": "/v1/{input.sku}/%2e%2e/orders"}, f"{REQUEST}.path: has a dot segment"),
    ({f"{REQUEST}.path": "/v1/{input.sku}/orders?next=/../a"}, None),
    ({f"{ORDER}.lookup": {**LOOKUP, "path": "/orders//all"}}, f"{ORDER}.lookup.path: has two slashes in a row"),
]
RULES = [
    ({"rules": "connection"}, "rules: where connections bring rules, idempotency must name a header"),
    ({"rules": "connection", "idempotency": key_in("key", "query")}, "rules: where connections bring rules"),
    ({"rules": "connection", "idempotency": PROMISE}, None),
]
HEADERS = [
    *(
        ({"idempotency": key_in(name)}, f"idempotency.name: the header {name} follows from the address and the body")
        for name in ("Host", "host", "Content-Length", "Transfer-Encoding")
    ),
    ({f"{ORDER}.idempotency": key_in("HOST")}, f"{ORDER}.idempotency.name: the header HOST follows from"),
    ({"idempotency": key_in("content-type")}, "idempotency.name: the header content-type says what the body is"),
    ({"idempotency": key_in("host", "query")}, None),
    *(
        ({f"{REQUEST}.headers": {name: "{operation.id}"}}, f"{REQUEST}.headers.{name}: follows from the address and")
        for name in ("Host", "content-length", "Transfer-Encoding")
    ),
    (
        {f"{REQUEST}.headers": {"content-type": "text/{operation.id}"}},
        f"{REQUEST}.headers.content-type: the encoding's content type replaces this; write it as media_type",
    ),
    (
        {
            f"{REQUEST}.headers": {"Content-Type": "text/plain"},
            f"{REQUEST}.encoding": "none",
            f"{REQUEST}.body": None,
            f"{REQUEST}.query": {"sku": "{input.sku}", "note": "{input.note}"},
        },
        None,
    ),
    (
        {f"{REQUEST}.headers": {"X-Reference": "{operation.id}", "x-reference": "none"}},
        f"{REQUEST}.headers.x-reference: is written twice; upper and lower case are the same header",
    ),
]
CREDENTIALS = [
    ({"auth": credential_in("Host")}, "auth.parameter: the header Host follows from the address and the body"),
    ({"auth": credential_in("Content-Type")}, "auth.parameter: the header Content-Type says what the body is"),
    ({"auth": credential_in("Host", "query")}, None),
    (
        {"auth": credential_in("Idempotency-Key"), "idempotency": key_in("idempotency-key")},
        "idempotency.name: the credential goes there too, and would replace the key",
    ),
    (
        {"auth": credential_in("X-Key"), f"{ORDER}.idempotency": key_in("x-key")},
        f"{ORDER}.idempotency.name: the credential goes there too, and would replace the key",
    ),
    ({"idempotency": key_in("authorization")}, "idempotency.name: the credential goes there too"),
    (
        {
            "auth": SIGNED,
            "idempotency": key_in("Webhook-Signature"),
            f"{REQUEST}.headers": {"webhook-id": "{operation.id}"},
        },
        "idempotency.name: the credential goes there too",
    ),
    ({"auth": credential_in("key", "query"), "idempotency": IN_QUERY}, "idempotency.name: the credential goes there"),
    ({"auth": credential_in("key", "query"), "idempotency": key_in("key")}, None),
    ({"auth": credential_in("key"), "idempotency": key_in("key", "body")}, None),
    (
        {"auth": credential_in("X-Reference"), f"{REQUEST}.headers": {"x-reference": "{operation.id}"}},
        f"{REQUEST}.headers.x-reference: the credential goes here by itself; leave it out",
    ),
    ({f"{REQUEST}.headers": {"Authorization": "x"}}, f"{REQUEST}.headers.Authorization: the credential goes here"),
    (
        {"auth": credential_in("ref", "query"), f"{REQUEST}.query": {"ref": "{operation.id}"}},
        f"{REQUEST}.query.ref: the credential goes here by itself; leave it out",
    ),
    (
        {"auth": credential_in("ref", "query"), f"{REQUEST}.path": "/orders?ref={operation.id}"},
        f"{REQUEST}.path: the credential goes into the query field ref by itself; leave it out",
    ),
    (
        {"auth": credential_in("reference", "query"), f"{ORDER}.lookup": LOOKUP},
        f"{ORDER}.lookup.query.reference: the credential goes here by itself; leave it out",
    ),
    (
        {"auth": credential_in("after", "query"), f"{ORDER}.lookup": {**LOOKUP, "next_page": NEXT_PAGE}},
        f"{ORDER}.lookup.next_page.parameter: the credential goes there too; they need two names",
    ),
]
QUERY = [
    (
        {"idempotency": IN_QUERY, f"{REQUEST}.path": "/orders?key=fixed"},
        f"{REQUEST}.path: the idempotency key goes into the query field key by itself; leave it out",
    ),
    (
        {"idempotency": IN_QUERY, f"{REQUEST}.path": "/orders?a=1&%6Bey="},
        f"{REQUEST}.path: the idempotency key goes into the query field key by itself; leave it out",
    ),
    (
        {"idempotency": IN_QUERY, f"{REQUEST}.query": {"key": "{input.sku}"}},
        f"{REQUEST}.query.key: the idempotency key goes here by itself; leave it out",
    ),
    (
        {"idempotency": IN_QUERY, f"{REQUEST}.path": "/orders{+input.sku}"},
        f"{REQUEST}.path: {{+input.sku}} may bring another key than the idempotency key's; use it without the +",
    ),
    (
        {f"{REQUEST}.path": "/orders?ref=fixed", f"{REQUEST}.query": {"ref": "{operation.id}"}},
        f"{REQUEST}.query.ref: the path has this field already; write it once",
    ),
    (
        {f"{ORDER}.lookup": {**LOOKUP, "path": "/orders?reference=fixed"}},
        f"{ORDER}.lookup.query.reference: the path has this field already; write it once",
    ),
    (
        {f"{ORDER}.lookup": {**EVERYTHING, "query": {"after": "0"}, "next_page": NEXT_PAGE}},
        f"{ORDER}.lookup.query.after: the next page's cursor goes here by itself; leave it out",
    ),
    ({"idempotency": IN_QUERY, f"{REQUEST}.path": "/orders#new"}, f"{REQUEST}.path: "),
    ({"idempotency": IN_QUERY, f"{REQUEST}.path": "/orders/{input.sku}?keys=1"}, None),
]
SIGNATURES = [
    ({"auth": SIGNED}, f"{REQUEST}.headers: webhook-id is signed, and missing: name it in idempotency, as a header"),
    ({"auth": SIGNED, "idempotency": key_in("webhook-id", "query")}, f"{REQUEST}.headers: webhook-id is signed"),
    ({"auth": SIGNED, f"{REQUEST}.headers": "{input.note}"}, f"{REQUEST}.headers: webhook-id is signed"),
    ({"auth": SIGNED, "idempotency": key_in("Webhook-Id")}, None),
    ({"auth": SIGNED, f"{REQUEST}.headers": {"Webhook-ID": "{operation.id}"}}, None),
    (
        {"auth": SIGNED, "idempotency": key_in("webhook-id"), f"{ORDER}.lookup": LOOKUP},
        f"{ORDER}.lookup: a lookup has no webhook-id that could be signed; leave it out",
    ),
]


@pytest.mark.parametrize(("changes", "message"), LOOKUPS + HEADERS + CREDENTIALS + QUERY + SIGNATURES + PATHS + RULES)
def test_only_what_is_unsafe_is_refused(tmp_path: Path, changes: dict[str, Any], message: str | None) -> None:
    problems = [f"{problem.place}: {problem.message}" for problem in compiled(tmp_path, contract(changes)).problems]
    expected = [] if message is None else [True]
    assert [problem.startswith(message or "") for problem in problems] == expected, problems


def test_the_signed_header_is_the_engine_s() -> None:
    assert ID_HEADER == "webhook-id"
