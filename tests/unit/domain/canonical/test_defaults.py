"""Defaults are filled in to send, and left out to compare."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oncestep.domain.canonical import with_defaults, without_defaults
from oncestep.domain.identity import Json

SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {
        "sku": {"type": "string"},
        "amount": {"type": "integer", "default": 1},
        "gift": {"type": "boolean", "default": False},
        "labels": {"type": "object", "default": {}},
    },
}
DEFAULTS: dict[str, Json] = {"amount": 1, "gift": False, "labels": {}}
VALUES = st.dictionaries(
    st.sampled_from(["sku", "amount", "gift", "labels", "other"]), st.sampled_from([0, 1, 2, False, True, "x", {}])
)


def test_missing_properties_get_their_defaults() -> None:
    assert with_defaults({"sku": "book"}, SCHEMA) == {"sku": "book", **DEFAULTS}


def test_given_properties_keep_their_values() -> None:
    assert with_defaults({"amount": 2, "gift": True, "labels": {"a": 1}}, SCHEMA) == {
        "amount": 2,
        "gift": True,
        "labels": {"a": 1},
    }


def test_properties_at_their_default_are_left_out() -> None:
    assert without_defaults({"sku": "book", **DEFAULTS, "amount": 2}, SCHEMA) == {"sku": "book", "amount": 2}


@pytest.mark.parametrize("value", [{"amount": True}, {"gift": 0}, {"labels": []}, {"sku": None}, {"other": 1}])
def test_what_is_not_quite_the_default_stays(value: dict[str, Json]) -> None:
    assert without_defaults(value, SCHEMA) == value


@pytest.mark.parametrize("value", ["text", 5, None, ["list"]])
def test_what_is_no_object_has_no_defaults(value: Json) -> None:
    assert with_defaults(value, SCHEMA) == value
    assert without_defaults(value, SCHEMA) == value


@pytest.mark.parametrize("schema", [{}, {"properties": {"a": True, "b": {}}}])
def test_a_schema_without_defaults_changes_nothing(schema: dict[str, Json]) -> None:
    assert with_defaults({"a": 1}, schema) == without_defaults({"a": 1}, schema) == {"a": 1}


@given(VALUES)
def test_in_and_out_again_leaves_what_is_compared(value: dict[str, Json]) -> None:
    compared = without_defaults(value, SCHEMA)
    assert without_defaults(with_defaults(value, SCHEMA), SCHEMA) == compared
    assert without_defaults(compared, SCHEMA) == compared


@given(VALUES)
def test_out_and_in_again_leaves_what_is_sent(value: dict[str, Json]) -> None:
    sent = with_defaults(value, SCHEMA)
    assert with_defaults(without_defaults(value, SCHEMA), SCHEMA) == sent
    assert with_defaults(sent, SCHEMA) == sent
