"""A request's headers: mapped, the media type, and no credentials."""

import pytest

from oncestep.domain.contract import Encoding
from oncestep.domain.identity import Json
from tests.support.actions import KEYED
from tests.unit.domain.freezing.ordering import frozen, sending


def test_headers_are_mapped_like_fields() -> None:
    action = sending(Encoding.NONE, headers={"X-Order": "no {input.number}", "X-Gift": "{input.gift}", "X-Note": "n"})
    assert frozen(action, {"number": 7, "gift": True}).headers == (
        ("X-Order", "no 7"),
        ("X-Gift", "true"),
        ("X-Note", "n"),
    )


def test_a_header_of_an_absent_value_is_left_out() -> None:
    assert frozen(sending(Encoding.NONE, headers={"X-Note": "{input.note}"})).headers == ()


def test_all_headers_may_come_from_one_property() -> None:
    action = sending(Encoding.NONE, headers="{input.headers}")
    assert frozen(action, {"headers": {"X-A": "1", "X-B": 2}}).headers == (("X-A", "1"), ("X-B", "2"))


@pytest.mark.parametrize("value", [{}, {"headers": {}}, {"headers": "X-A: 1"}, {"headers": None}])
def test_a_property_without_headers_gives_none(value: Json) -> None:
    assert frozen(sending(Encoding.NONE, headers="{input.headers}"), value).headers == ()


@pytest.mark.parametrize(
    ("encoding", "media_type"),
    [
        (Encoding.JSON, "application/json"),
        (Encoding.FORM, "application/x-www-form-urlencoded"),
        (Encoding.RAW, "application/octet-stream"),
    ],
)
def test_the_media_type_follows_the_encoding(encoding: Encoding, media_type: str) -> None:
    assert frozen(sending(encoding, body={"a": 1})).headers == (("Content-Type", media_type),)


def test_a_contract_may_name_the_media_type() -> None:
    action = sending(Encoding.RAW, body="{input.body}", media_type="text/{input.kind}")
    assert frozen(action, {"body": "a,b", "kind": "csv"}).headers == (("Content-Type", "text/csv"),)


@pytest.mark.parametrize("encoding", [Encoding.NONE, Encoding.RAW, Encoding.JSON])
def test_without_a_body_there_is_no_media_type(encoding: Encoding) -> None:
    assert frozen(sending(encoding, body="{input.missing}", media_type="text/plain")).headers == ()


def test_credentials_are_never_frozen() -> None:
    names = {name.lower() for name, _ in frozen(KEYED, {"sku": "book"}).headers}
    assert names == {"content-type", "idempotency-key"}
