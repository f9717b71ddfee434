"""The key of a request: from the header, from the field, and what is no key."""

import pytest

from oncestep.domain.errors import InvalidKey
from oncestep.domain.idempotency_key import KEY_MAX_LENGTH, idempotency_key
from oncestep.domain.identity import Json as Value
from oncestep.domain.identity import operation_id


def in_header(*headers: str) -> str:
    return idempotency_key(headers=headers, field=None)


def in_field(field: Value) -> str:
    return idempotency_key(headers=(), field=field)


@pytest.mark.parametrize(
    "key", ["order-1842", "a", "a key with spaces", "{}[]:;!~", 'a "b" c', "back\\slash", "a;1", "a; b c"]
)
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
        ('"abc;x=1"', "abc;x=1"),
    ],
)
def test_a_quoted_header_is_unquoted(header: str, key: str) -> None:
    assert in_header(header) == key


@pytest.mark.parametrize("header", ["one, two", "one,two", ",", 'one, "two"'])
def test_a_comma_in_a_bare_header_is_refused(header: str) -> None:
    with pytest.raises(InvalidKey, match="holds a comma"):
        in_header(header)


@pytest.mark.parametrize("header", ['"one", "two"', '"one","two"', '"one" "two"', r'"one\\", "two"', '"one", two'])
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
    [(True, "a boolean"), (False, "a boolean"), (["order-1"], "an array"), ({"id": 1}, "an object")],
)
def test_a_field_that_is_neither_text_nor_a_number_is_refused(field: Value, name: str) -> None:
    with pytest.raises(InvalidKey, match=f"must be text or a number, not {name}"):
        in_field(field)


@pytest.mark.parametrize(
    ("field", "key"),
    [
        (1842, "1842"),
        (1842.0, "1842"),
        (0, "0"),
        (-0.0, "0"),
        (-7, "-7"),
        (18.42, "18.42"),
        (0.1, "0.1"),
        (9007199254740993, "9007199254740993"),
        (1e21, "1000000000000000000000"),
        (1.5e-9, "1.5e-09"),
    ],
)
def test_a_number_is_the_key_that_it_is_as_text(field: float, key: str) -> None:
    assert in_field(field) == key
    assert idempotency_key(headers=(key,), field=field) == key


def test_a_number_of_too_many_digits_is_no_key() -> None:
    with pytest.raises(InvalidKey, match="has 301 characters"):
        in_field(1e300)


@pytest.mark.parametrize(
    "header", ['"abc";x=1', '"abc"; x', '"abc";x="y;z"', '"a";b="c,d', "abc;x=1", "abc; x", "a;*b=?1"]
)
def test_a_parameter_is_refused_with_what_to_do(header: str) -> None:
    with pytest.raises(InvalidKey, match="quote"):
        in_header(header)


@pytest.mark.parametrize("header", ['"', '"abc', 'abc"', 'a"b', r'"abc\"', '"one" two"', '"""'])
def test_a_quote_that_is_not_closed_is_refused(header: str) -> None:
    with pytest.raises(InvalidKey, match=r"a quote that is not closed|goes on behind it|one quoted string"):
        in_header(header)


@pytest.mark.parametrize("header", [r'"\n is no escape"', r'"a\b"', '"a\\'])
def test_an_escape_that_is_none_is_refused(header: str) -> None:
    with pytest.raises(InvalidKey, match="a backslash that escapes nothing"):
        in_header(header)


@pytest.mark.parametrize("header", ["order-1", '"order-1"', "  order-1 "])
def test_both_places_may_name_the_same_key(header: str) -> None:
    assert idempotency_key(headers=(header,), field=" order-1") == "order-1"


@pytest.mark.parametrize("field", ["order-2", "Order-1", '"order-1"'])
def test_both_places_may_not_differ(field: str) -> None:
    with pytest.raises(InvalidKey, match="differ; send one of them"):
        idempotency_key(headers=("order-1",), field=field)


@pytest.mark.parametrize("field", ["", " ", 7, True])
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


@pytest.mark.parametrize(
    ("code", "name"),
    [
        *((code, "a control character") for code in (*range(0x20), 0x7F, 0x80, 0x9F)),
        (0x2028, "a line separator"),
        (0x2029, "a paragraph separator"),
        (0xD800, "half a character"),
        (0x0378, "no assigned character"),
        (0xFFFF, "no assigned character"),
    ],
)
def test_what_nobody_can_see_or_everybody_reads_otherwise_is_no_part_of_a_key(code: int, name: str) -> None:
    with pytest.raises(InvalidKey, match=f"the idempotency key holds {name}, U\\+{code:04X}; remove it"):
        in_field(f"order{chr(code)}1")


@pytest.mark.parametrize("code", [0xA0, 0xFC, 0x1F4E6])
def test_a_header_carries_only_ascii(code: int) -> None:
    with pytest.raises(InvalidKey, match=r"other than ASCII.*send such a key in the body's idempotency_key"):
        in_header(f"order{chr(code)}1")


@pytest.mark.parametrize("code", [0x00, 0x09, 0x7F])
def test_a_header_carries_no_control_character(code: int) -> None:
    with pytest.raises(InvalidKey, match=f"a control character, U\\+{code:04X}"):
        in_header(f"order{chr(code)}1")


COMPOSED = "Bestellung-\N{LATIN CAPITAL LETTER A WITH DIAERESIS}1"


@pytest.mark.parametrize("key", [COMPOSED, "\N{PACKAGE}-1", "\u6ce8\u6587-1", "order\u00a01"])
def test_any_text_makes_a_key(key: str) -> None:
    assert in_field(key) == key
    assert in_field(f"\u00a0{key}\n") == key


def test_composed_and_decomposed_text_are_one_key() -> None:
    assert in_field("Bestellung-A\N{COMBINING DIAERESIS}1") == in_field(COMPOSED) == COMPOSED


def test_the_characters_of_the_composed_key_are_counted() -> None:
    assert in_field("A\N{COMBINING DIAERESIS}" * 255) == "\N{LATIN CAPITAL LETTER A WITH DIAERESIS}" * 255


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("order-1842", "op_dqmxyz7gjdhgwe7duhqu3wxoba"),
        (' "order-1842" ', "op_dqmxyz7gjdhgwe7duhqu3wxoba"),
    ],
)
def test_a_key_keeps_its_operation_from_one_release_to_the_next(key: str, expected: str) -> None:
    assert operation_id("acme", "stripe.create_refund", in_header(key)) == expected


API_KEY = "key_0123456789ab." + "aB3-_" * 8 + "xyz"


@pytest.mark.parametrize("text", ["{}", "order-1:{}", "x{}x", "{}:again"])
def test_an_api_key_is_no_part_of_a_key_and_is_not_repeated(text: str) -> None:
    for give in (in_field, in_header):
        with pytest.raises(InvalidKey, match="holds an API key of Oncestep") as refused:
            give(text.format(API_KEY))
        assert API_KEY not in str(refused.value)


@pytest.mark.parametrize("text", ["key_0123456789ab", "key_0123456789ab.short", "key_0123456789AB." + "a" * 43])
def test_what_only_begins_like_an_api_key_is_a_key(text: str) -> None:
    assert in_field(text) == text


def test_every_printable_character_makes_a_key() -> None:
    printable = "".join(map(chr, range(0x21, 0x7F)))
    assert in_field(printable) == printable
