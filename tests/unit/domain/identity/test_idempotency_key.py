"""The key of a request: from the header, from the field, and what is no key."""

import pytest

from oncestep.domain.errors import InvalidKey
from oncestep.domain.identity import KEY_MAX_LENGTH, idempotency_key
from oncestep.domain.identity import Json as Value


def in_header(*headers: str) -> str:
    return idempotency_key(headers=headers, field=None)


def in_field(field: Value) -> str:
    return idempotency_key(headers=(), field=field)


@pytest.mark.parametrize("key", ["order-1842", "a", "a key with spaces", "{}[]:;!~", 'a"b', "back\\slash"])
def test_a_bare_header_is_the_key(key: str) -> None:
    assert in_header(key) == key


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ('"order-1842"', "order-1842"),
        ('"one, two"', "one, two"),
        (r'"a \"quoted\" word"', 'a "quoted" word'),
        (r'"C:\\orders"', "C:\\orders"),
        (r'"two\\\\"', "two\\\\"),
        (r'"\\\""', '\\"'),
        (r'"\n is no escape"', r"\n is no escape"),
    ],
)
def test_a_quoted_header_is_unquoted(header: str, key: str) -> None:
    assert in_header(header) == key


@pytest.mark.parametrize("header", ["one, two", "one,two", ",", '"one", two', 'one, "two"', '"a";b="c,d'])
def test_a_comma_in_a_bare_header_is_refused(header: str) -> None:
    with pytest.raises(InvalidKey, match="holds a comma"):
        in_header(header)


@pytest.mark.parametrize("header", ['"one", "two"', '"one","two"', '"one" "two"', r'"one\\", "two"', '"""'])
def test_two_quoted_strings_in_one_header_are_refused(header: str) -> None:
    with pytest.raises(InvalidKey, match="more than one quoted string"):
        in_header(header)


def test_the_header_twice_is_refused_even_when_both_agree() -> None:
    with pytest.raises(InvalidKey, match="sent more than once"):
        in_header("order-1", "order-1")


def test_no_key_is_refused() -> None:
    with pytest.raises(InvalidKey, match="is required: map the ID of the record"):
        idempotency_key(headers=(), field=None)


def test_the_field_is_the_key_where_no_header_can_be_set() -> None:
    assert in_field("order-1842") == "order-1842"


@pytest.mark.parametrize("field", ["one, two", '"quoted"', r"a\"b"])
def test_the_field_is_taken_as_it_is(field: str) -> None:
    assert in_field(field) == field


@pytest.mark.parametrize(
    ("field", "name"),
    [(1842, "int"), (18.42, "float"), (True, "bool"), (["order-1"], "list"), ({"id": 1}, "dict"), (0, "int")],
)
def test_a_field_that_is_no_text_is_refused(field: Value, name: str) -> None:
    with pytest.raises(InvalidKey, match=f"must be a string, not {name}"):
        in_field(field)


@pytest.mark.parametrize("header", ["order-1", '"order-1"', "  order-1 "])
def test_both_places_may_name_the_same_key(header: str) -> None:
    assert idempotency_key(headers=(header,), field=" order-1") == "order-1"


@pytest.mark.parametrize("field", ["order-2", "Order-1", '"order-1"'])
def test_both_places_may_not_differ(field: str) -> None:
    with pytest.raises(InvalidKey, match="differ; send one of them"):
        idempotency_key(headers=("order-1",), field=field)


@pytest.mark.parametrize("field", ["", " ", 7])
def test_a_good_header_does_not_excuse_a_bad_field(field: Value) -> None:
    with pytest.raises(InvalidKey):
        idempotency_key(headers=("order-1",), field=field)


@pytest.mark.parametrize("text", ["  order-1", "order-1  ", "  order-1  "])
def test_surrounding_space_is_no_part_of_the_key(text: str) -> None:
    assert in_field(text) == "order-1"
    assert in_header(text) == "order-1"
    assert in_header(f'"{text}"') == "order-1"


def test_space_within_the_key_is_kept() -> None:
    assert in_field("order  1") == "order  1"


@pytest.mark.parametrize("text", ["", " ", "   "])
def test_an_empty_key_is_refused(text: str) -> None:
    with pytest.raises(InvalidKey, match="is empty: map the ID of the record"):
        in_field(text)
    with pytest.raises(InvalidKey, match="is empty: map the ID of the record"):
        in_header(text)
    with pytest.raises(InvalidKey, match="is empty: map the ID of the record"):
        in_header(f'"{text}"')


def test_255_characters_are_a_key() -> None:
    longest = "k" * KEY_MAX_LENGTH
    assert in_field(f" {longest} ") == in_header(f'"{longest}"') == longest


def test_256_characters_are_too_many() -> None:
    with pytest.raises(InvalidKey, match="has 256 characters; 255 is the most"):
        in_field("k" * 256)
    with pytest.raises(InvalidKey, match="has 256 characters; 255 is the most"):
        in_header("k" * 256)


@pytest.mark.parametrize("code", [*range(0x20), 0x7F, 0x80, 0xA0, 0xFC, 0x2028, 0x1F4E6])
def test_only_printable_ascii_makes_a_key(code: int) -> None:
    with pytest.raises(InvalidKey, match="other than printable ASCII"):
        in_field(f"order{chr(code)}1")
    with pytest.raises(InvalidKey, match="other than printable ASCII"):
        in_header(f"order{chr(code)}1")


def test_every_printable_character_makes_a_key() -> None:
    printable = "".join(map(chr, range(0x21, 0x7F)))
    assert in_field(printable) == printable


def test_a_control_character_at_the_edge_of_a_field_is_not_trimmed() -> None:
    with pytest.raises(InvalidKey, match="other than printable ASCII"):
        in_field("order-1\n")
