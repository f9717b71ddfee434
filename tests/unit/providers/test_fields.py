from collections.abc import Callable

import pytest

from cli.providers.fields import Fields
from cli.providers.refusals import InvalidField

FIELDS = Fields({"text": "a", "empty": "", "number": 3, "flag": True, "nested": {"inner": 1}, "null": None})


@pytest.mark.parametrize(
    ("read", "field"),
    [
        (lambda: FIELDS.text("missing"), "missing"),
        (lambda: FIELDS.text("empty"), "empty"),
        (lambda: FIELDS.text_or_none("number"), "number"),
        (lambda: FIELDS.choice("text", ["b"]), "text"),
        (lambda: FIELDS.choice("nested", {"b"}), "nested"),
        (lambda: FIELDS.flag("number"), "number"),
        (lambda: FIELDS.integer("flag"), "flag"),
        (lambda: FIELDS.integer("number", allowed=range(3)), "number"),
        (lambda: FIELDS.seconds("flag"), "flag"),
        (lambda: Fields({"wait": -1}).seconds("wait"), "wait"),
        (lambda: FIELDS.nested("text"), "text"),
        (lambda: FIELDS.nested("nested").text("inner"), "nested.inner"),
        (lambda: FIELDS.texts("nested"), "nested.inner"),
        (lambda: Fields({"surplus": 1}).only({"known"}), "surplus"),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(read: Callable[[], object], field: str) -> None:
    with pytest.raises(InvalidField) as refused:
        read()
    assert refused.value.field == field


def test_a_missing_field_reads_as_null() -> None:
    assert FIELDS.text_or_none("missing") is FIELDS.text_or_none("null") is None
    assert FIELDS.integer_or_none("missing") is None


def test_defaults_give_way_to_what_is_there() -> None:
    fields = FIELDS.with_defaults({"number": 1, "seconds": 2})
    assert (fields.integer("number"), fields.seconds("seconds")) == (3, 2.0)
