"""How the mapped body becomes bytes, in each encoding."""

import hashlib

import pytest

from oncestep.domain.contract import Encoding
from oncestep.domain.identity import Json
from tests.unit.domain.freezing.ordering import OPERATION, frozen, sending


def body(encoding: Encoding, template: Json, value: Json) -> bytes:
    return frozen(sending(encoding, body=template), value).body


@pytest.mark.parametrize(
    ("template", "value", "expected"),
    [
        ({"sku": "{input.sku}"}, {"sku": "book"}, b'{"sku":"book"}'),
        ({"n": "{input.n}"}, {"n": 5}, b'{"n":5}'),
        ({"n": "{input.n}"}, {"n": 5.5}, b'{"n":5.5}'),
        ({"n": "{input.n}"}, {"n": True}, b'{"n":true}'),
        ({"n": "{input.n}"}, {"n": None}, b'{"n":null}'),
        ({"n": "{input.n}"}, {"n": {"deep": [1, "a"]}}, b'{"n":{"deep":[1,"a"]}}'),
        ({"n": "{input.n.deep.1}"}, {"n": {"deep": [1, "a"]}}, b'{"n":"a"}'),
        ({"n": "no {input.n}!"}, {"n": 5}, b'{"n":"no 5!"}'),
        ({"n": "{input.a}{input.b}"}, {"a": 1, "b": True}, b'{"n":"1true"}'),
        ({"n": "<{input.n}>"}, {"n": {"a": 1}}, b'{"n":"<{\\"a\\":1}>"}'),
        ({"fixed": 1, "list": [1, None, True]}, {}, b'{"fixed":1,"list":[1,null,true]}'),
        ({"name": "{input.name}"}, {"name": "Zoë\n"}, '{"name":"Zoë\\n"}'.encode()),
        ({"id": "{operation.id}"}, {}, f'{{"id":"{OPERATION}"}}'.encode()),
        ({"a": "{input.a}", "b": "{input.a}!"}, {"a": "{input.b}", "b": 1}, b'{"a":"{input.b}","b":"{input.b}!"}'),
        ("{input}", {"whole": 1}, b'"{input}"'),
        ("{input.payload}", {"payload": {"a": 1}}, b'{"a":1}'),
        ("{input.payload}", {"payload": [1]}, b"[1]"),
        ({"{input.a}": "{ input.a }", "b": "{}"}, {"a": 1}, b'{"{input.a}":"{ input.a }","b":"{}"}'),
    ],
)
def test_json_keeps_the_types_of_lone_placeholders(template: Json, value: Json, expected: bytes) -> None:
    assert body(Encoding.JSON, template, value) == expected


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ({"a": "{input.missing}", "b": 1}, b'{"b":1}'),
        ({"a": {"b": "{input.missing}"}}, b'{"a":{}}'),
        ({"a": ["{input.missing}", "x"]}, b'{"a":["x"]}'),
        ({"a": "{input.missing.deeper}"}, b"{}"),
        ({"a": "text {input.missing}."}, b'{"a":"text ."}'),
        ("{input.missing}", b""),
    ],
)
def test_an_absent_placeholder_is_left_out(template: Json, expected: bytes) -> None:
    assert body(Encoding.JSON, template, {}) == expected


@pytest.mark.parametrize(
    ("template", "value", "expected"),
    [
        ({"sku": "{input.sku}"}, {"sku": "a book"}, b"sku=a+book"),
        ({"n": "{input.n}"}, {"n": 500}, b"n=500"),
        ({"n": "{input.n}"}, {"n": False}, b"n=false"),
        ({"n": "{input.n}"}, {"n": None}, b"n="),
        ({"n": "{input.n}", "m": 1}, {}, b"m=1"),
        ({"text": "{input.text}"}, {"text": "1&2=é"}, b"text=1%262%3D%C3%A9"),
        ({"metadata": {"order": "{input.order}"}}, {"order": 1}, b"metadata%5Border%5D=1"),
        ({"metadata": "{input.labels}"}, {"labels": {"a": 1, "b": True}}, b"metadata%5Ba%5D=1&metadata%5Bb%5D=true"),
        (
            {"items": "{input.items}"},
            {"items": [{"sku": "a"}, {"sku": "b"}]},
            b"items%5B0%5D%5Bsku%5D=a&items%5B1%5D%5Bsku%5D=b",
        ),
        ({"empty": {}, "none": [], "m": 1}, {}, b"m=1"),
    ],
)
def test_a_form_spells_trees_as_fields(template: Json, value: Json, expected: bytes) -> None:
    assert body(Encoding.FORM, template, value) == expected


@pytest.mark.parametrize(
    ("template", "value", "expected"),
    [
        ("{input.body}", {"body": '{"as": "is"} \n'}, b'{"as": "is"} \n'),
        ("{input.body}", {"body": "Zoë"}, "Zoë".encode()),
        ("{input.body}", {"body": 5}, b"5"),
        ("{input.body}", {"body": {"a": [1]}}, b'{"a":[1]}'),
        ("{input.body}", {}, b""),
        ("Dear {input.name},", {"name": "Ann"}, b"Dear Ann,"),
        (None, {}, b""),
    ],
)
def test_a_raw_body_is_the_text_itself(template: Json, value: Json, expected: bytes) -> None:
    assert body(Encoding.RAW, template, value) == expected


def test_no_encoding_is_no_body() -> None:
    assert body(Encoding.NONE, {"sku": "{input.sku}"}, {"sku": "book"}) == b""


def test_the_digest_is_of_the_body() -> None:
    request = frozen(sending(body={"sku": "book"}))
    assert request.body_digest == hashlib.sha256(b'{"sku":"book"}').hexdigest()
