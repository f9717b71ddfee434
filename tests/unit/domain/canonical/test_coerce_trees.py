"""Objects, maps and lists: blanks are left out, the rest is coerced at any depth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oncestep.domain.canonical import coerce
from oncestep.domain.identity import Json

ORDER: dict[str, Json] = {
    "type": "object",
    "properties": {
        "amount": {"type": "integer"},
        "address": {"type": "object", "properties": {"number": {"type": "integer"}}},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "counts": {"type": "array", "items": {"type": "integer"}},
        "lines": {
            "type": "array",
            "items": {"type": "object", "properties": {"price": {"type": "number"}}},
        },
    },
}
KINDS = ["string", "integer", "number", "boolean", "null"]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
TEXTS = st.sampled_from(["1", "1.0", " 2 ", "1e400", "nan", "true", " False", "", " ", "-0", "-0.0", "1_0", "007"])
VALUES = st.recursive(
    SCALARS | TEXTS, lambda value: st.lists(value, max_size=3) | st.dictionaries(st.sampled_from("abc"), value)
)
TYPES = st.sampled_from([{"type": kind} for kind in KINDS] + [{}])
SCHEMAS = st.recursive(
    TYPES,
    lambda schema: st.one_of(
        st.fixed_dictionaries({"type": st.just("array"), "items": schema}),
        st.fixed_dictionaries(
            {"type": st.just("object"), "properties": st.dictionaries(st.sampled_from("abc"), schema)},
            optional={"additionalProperties": st.booleans() | schema},
        ),
    ),
)


@pytest.mark.parametrize("blank", [None, "", " ", "\t\n", "\u00a0", {}])
def test_a_blank_property_is_absent(blank: Json) -> None:
    assert coerce({"amount": blank, "other": blank, "kept": "x"}, ORDER) == {"kept": "x"}


@pytest.mark.parametrize("value", [0, False, [], "0", [None], [""]])
def test_a_property_that_is_merely_empty_stays(value: Json) -> None:
    assert coerce({"other": value}, ORDER) == {"other": value}


def test_a_nested_object_is_coerced_and_loses_its_blanks() -> None:
    assert coerce({"address": {"number": "7", "floor": " "}}, ORDER) == {"address": {"number": 7}}


def test_a_map_s_values_get_the_type_of_its_other_properties() -> None:
    assert coerce({"labels": {"a": 1, "b": "2", "c": ""}}, ORDER) == {"labels": {"a": "1", "b": "2"}}


def test_each_item_of_a_list_is_coerced() -> None:
    assert coerce({"counts": ["1", 2.0, "x"]}, ORDER) == {"counts": [1, 2, "x"]}
    assert coerce({"lines": [{"price": "1.5"}, {"price": ""}]}, ORDER) == {"lines": [{"price": 1.5}, {}]}


def test_a_list_keeps_its_blanks_since_their_places_count() -> None:
    assert coerce({"counts": ["", None, "3"]}, ORDER) == {"counts": ["", None, 3]}


def test_a_property_that_the_schema_does_not_know_stays_as_it_is() -> None:
    assert coerce({"surprise": "1", "deep": {"a": None}}, ORDER) == {"surprise": "1", "deep": {"a": None}}


@pytest.mark.parametrize("others", [True, False, {}])
def test_other_properties_without_a_type_stay_as_they_are(others: Json) -> None:
    assert coerce({"a": "1"}, {"type": "object", "additionalProperties": others}) == {"a": "1"}


def test_the_given_value_is_left_alone() -> None:
    given: dict[str, Json] = {"amount": "1", "labels": {"a": 1, "b": None}}
    coerce(given, ORDER)
    assert given == {"amount": "1", "labels": {"a": 1, "b": None}}


@given(VALUES, SCHEMAS)
def test_coercing_twice_is_coercing_once(value: Json, schema: dict[str, Json]) -> None:
    once = coerce(value, schema)
    assert repr(coerce(once, schema)) == repr(once)
