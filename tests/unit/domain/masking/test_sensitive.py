"""Which texts of a frozen request came from sensitive fields, wherever the contract has put them."""

from dataclasses import replace
from typing import Any

import pytest

from oncestep.domain.contract import Action, Encoding, gone
from oncestep.domain.identity import Json
from oncestep.domain.sensitive import sensitive_texts
from tests.support.actions import PROMISE
from tests.unit.domain.freezing.ordering import frozen, sending

BASE = "https://shop.example/api"


def texts(value: Json, *names: str, encoding: Encoding = Encoding.JSON, **mapping: Any) -> frozenset[str]:  # noqa: ANN401 - a mapping's fields
    """What is sensitive in the request that this input makes."""
    action = replace(sending(encoding, **mapping), sensitive=frozenset(names))
    return sensitive_texts(action, frozen(action, value, BASE))


@pytest.mark.parametrize("encoding", [Encoding.JSON, Encoding.FORM])
def test_a_field_in_the_body(encoding: Encoding) -> None:
    body: Json = {"contact": {"to": "{input.email}"}, "amount": "{input.amount}", "confirm": True}
    value: Json = {"email": "ann@a.example", "amount": 5}
    assert texts(value, "email", encoding=encoding, body=body) == {"ann@a.example"}


@pytest.mark.parametrize("encoding", [Encoding.JSON, Encoding.FORM])
def test_a_field_within_a_field(encoding: Encoding) -> None:
    body: Json = {"card": "{input.card}", "items": "{input.items}"}
    value: Json = {"card": {"number": "4242", "brand": "visa"}, "items": [{"iban": "DE89", "n": 1}]}
    assert texts(value, "number", "iban", encoding=encoding, body=body) == {"4242", "DE89"}
    assert texts(value, "card", encoding=encoding, body=body) == {"4242", "visa"}


def test_a_field_in_the_path() -> None:
    path = "/users/{input.email}/orders/{input.order}"
    assert texts({"email": "a b@c", "order": "7"}, "email", path=path) == {"a b@c"}
    assert texts({"email": "a b@c", "order": "77"}, "order", path=path) == {"77"}


def test_a_whole_path() -> None:
    assert texts({"path": "/t0/secret?x=yy"}, "path", path="{+input.path}") == {"/api/t0/secret?x=yy", "yy"}


def test_a_field_in_the_query() -> None:
    query: Json = {"mail": "{input.email}", "limit": 5}
    assert texts({"email": "ann@a.example"}, "email", query=query) == {"ann@a.example"}


def test_fields_in_headers() -> None:
    assert texts({"h": {"X-A": "abc"}}, "h", headers="{input.h}", key=PROMISE) == {"abc"}
    assert texts({"h": "abc"}, "h", headers={"X-A": "{input.h}", "X-B": "b"}) == {"abc"}


def test_a_raw_body_with_what_stands_in_it() -> None:
    body = '{"name": "Ann", "n": 12}'
    assert texts({"body": body}, "body", encoding=Encoding.RAW, body="{input.body}") == {body, "Ann", "12"}
    assert texts({"body": "a=bc&d=ef"}, "body", encoding=Encoding.RAW, body="{input.body}") == {"a=bc&d=ef", "bc", "ef"}


def test_a_text_around_a_field_is_sensitive_as_a_whole() -> None:
    assert texts({"name": "Ann"}, "name", body={"text": "Dear {input.name}!"}) == {"Dear Ann!"}


def test_nothing_is_without_sensitive_fields() -> None:
    assert texts({"email": "ann@a.example"}, body={"to": "{input.email}"}) == frozenset()


def moved(action: Action) -> Action:
    """The same action once its contract puts the field elsewhere."""
    return replace(action, request=replace(action.request, body={"elsewhere": "{input.email}"}))


def test_what_the_contract_no_longer_explains_is() -> None:
    action = replace(sending(body={"to": "{input.email}"}), sensitive=frozenset({"email"}))
    request = frozen(action, {"email": "ann@a.example"})
    assert sensitive_texts(moved(action), request) == {"ann@a.example"}


def test_everything_is_once_the_contract_is_gone() -> None:
    action = sending(body={"to": "{input.email}"}, path="/u/77", query={"q": "{input.email}"}, headers={"X-A": "abc"})
    request = frozen(action, {"email": "ann@a.example"})
    found = sensitive_texts(gone("shop", "order"), request)
    assert {"77", "abc", "ann@a.example"} <= found
