"""Which two inputs mean the same: the fingerprint is equal exactly then."""

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oncestep.domain.canonical import coerce, without_defaults
from oncestep.domain.identity import Json, canonical_json, fingerprint

SCHEMA: dict[str, Json] = {
    "type": "object",
    "properties": {
        "sku": {"type": "string"},
        "amount": {"type": "integer", "default": 1},
        "price": {"type": "number"},
        "gift": {"type": "boolean", "default": False},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}
DEFAULTS: dict[str, Json] = {"amount": 1, "gift": False}
Written: TypeAlias = dict[str, Json]


def print_of(value: Written) -> str:
    meant = without_defaults(coerce(value, SCHEMA), SCHEMA)
    return fingerprint(action="shop.order", connection="default", canonical_input=meant)


@st.composite
def meanings(draw: st.DrawFn) -> Written:
    """What somebody means; few values, so that two of them are often equal."""
    return draw(
        st.fixed_dictionaries(
            {"sku": st.sampled_from(["book", "pen"]), "amount": st.integers(1, 2), "gift": st.booleans()},
            optional={
                "price": st.sampled_from([5, 2.5]),
                "labels": st.dictionaries(st.sampled_from("ab"), st.sampled_from(["1", "2"]), min_size=1),
            },
        )
    )


@st.composite
def written(draw: st.DrawFn, meant: Written) -> Written:
    """One of the ways in which tools write it: as text, with blanks, with or without defaults, in any order."""
    items = [(name, draw(spellings(item))) for name, item in meant.items() if not draw(left_out(name, item))]
    nothing: list[Json] = [None, "", "  ", {}]
    blanks = draw(st.dictionaries(st.sampled_from(["note", "remark"]), st.sampled_from(nothing)))
    return dict(draw(st.permutations([*items, *blanks.items()])))


def left_out(name: str, item: Json) -> st.SearchStrategy[bool]:
    return st.booleans() if name in DEFAULTS and DEFAULTS[name] == item else st.just(False)  # noqa: FBT003 - a value


def spellings(item: Json) -> st.SearchStrategy[Json]:
    match item:
        case bool():
            return st.sampled_from([item, str(item), str(item).lower(), f" {item} "])
        case int():
            return st.sampled_from([item, float(item), str(item), f" {item} "])
        case float():
            return st.sampled_from([item, str(item), f"{item}0"])
        case dict():
            texts = {name: st.sampled_from([value, int(str(value))]) for name, value in item.items()}
            return st.fixed_dictionaries(texts)
        case _:
            return st.just(item)


@given(st.data(), meanings())
def test_one_meaning_has_one_fingerprint_however_it_is_written(data: st.DataObject, meant: Written) -> None:
    assert print_of(data.draw(written(meant))) == print_of(data.draw(written(meant)))


@given(st.data(), meanings(), meanings())
def test_two_inputs_have_one_fingerprint_only_if_they_mean_the_same(
    data: st.DataObject, one: Written, other: Written
) -> None:
    same = print_of(data.draw(written(one))) == print_of(data.draw(written(other)))
    assert same is (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"sku": "7"}, {"sku": "7.0"}),
        ({"sku": "Book"}, {"sku": "book"}),
        ({"sku": "book "}, {"sku": "book"}),
        ({"amount": 2}, {"amount": 3}),
        ({"amount": True}, {"amount": 1}),
        ({"gift": 0}, {"gift": False}),
        ({"gift": "yes"}, {"gift": True}),
        ({"price": "9007199254740993"}, {"price": "9007199254740992"}),
        ({"labels": {"a": "1"}}, {"labels": {"b": "1"}}),
        ({"other": ["a", "b"]}, {"other": ["b", "a"]}),
        ({"other": 1}, {"other": "1"}),
        ({"other": True}, {"other": 1}),
    ],
)
def test_what_only_looks_alike_differs(one: Written, other: Written) -> None:
    assert print_of(one) != print_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"price": "9007199254740993"}, {"price": 9007199254740993}),
        ({"price": "5.0"}, {"price": 5}),
        ({"amount": "2.0"}, {"amount": 2.0}),
        ({"amount": "2e0"}, {"amount": 2}),
        ({"price": "1e3"}, {"price": 1000}),
        ({"other": {"deep": [1.0]}}, {"other": {"deep": [1]}}),
    ],
)
def test_what_only_looks_different_is_the_same(one: Written, other: Written) -> None:
    assert print_of(one) == print_of(other)


def test_the_action_and_the_account_belong_to_the_meaning() -> None:
    prints = {
        fingerprint(action=action, connection=connection, canonical_input={})
        for action in ("shop.order", "shop.cancel")
        for connection in ("live", "test")
    }
    assert len(prints) == 4


def test_a_fingerprint_never_changes_from_one_release_to_the_next() -> None:
    assert (
        fingerprint(
            action="stripe.create_refund",
            connection="stripe-live",
            canonical_input={"charge": "ch_1", "amount": 500},
        )
        == "9d3f5e3a8a7376b9d00e0a5ad784d4a8816d649ddabf7c08f6fb4a80d008c941"
    )


def test_one_value_has_one_text() -> None:
    assert canonical_json({"b": [1.0, 2.5, None, True], "a": "ü"}) == '{"a":"ü","b":[1,2.5,null,true]}'
