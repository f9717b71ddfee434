"""Values by their dotted path, out of whatever a provider sent."""

import pytest

from oncestep.domain.documents import DEEPEST_ANSWER, LONGEST_ID, MISSING, holds, parse, pick, pick_id, pick_text
from oncestep.domain.identity import Json

DOCUMENT: Json = {
    "id": "thing-1",
    "none": None,
    "data": [{"id": 7, "tags": ["a", "b"]}, {"id": 8}],
    "0": "zero",
    "": {"": "nameless"},
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("", DOCUMENT),
        ("id", "thing-1"),
        ("none", None),
        ("data.0.id", 7),
        ("data.1.id", 8),
        ("data.0.tags.1", "b"),
        ("data.01.id", 8),
        ("0", "zero"),
        (".", "nameless"),
    ],
)
def test_a_path_leads_to_its_value(path: str, value: Json) -> None:
    assert pick(DOCUMENT, path) == value


@pytest.mark.parametrize(
    "path",
    [
        "name",
        "id.name",
        "id.0",
        "none.name",
        "data.id",
        "data.2",
        "data.-1",
        "data.²",
        "data.0.tags.2",
        "data..id",
        "1",
    ],
)
def test_a_path_that_leads_nowhere_is_missing(path: str) -> None:
    assert pick(DOCUMENT, path) is MISSING


def test_nothing_is_found_in_what_is_missing() -> None:
    assert pick(MISSING, "") is MISSING
    assert pick(MISSING, "id") is MISSING
    assert pick_text(MISSING, "") is None


@pytest.mark.parametrize(("body", "value"), [(b"{}", {}), (b"null", None), (b' "a" ', "a"), (b"[1.5]", [1.5])])
def test_a_body_of_json_is_parsed(body: bytes, value: Json) -> None:
    assert parse(body) == value


def test_a_name_that_a_provider_says_twice_has_its_last_value() -> None:
    assert parse(b'{"a": 1, "a": 2}') == {"a": 2}


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999"])
def test_numbers_that_json_does_not_have_make_a_body_no_json(number: bytes) -> None:
    assert parse(number) is MISSING
    assert parse(b'{"id": "thing-1", "amount": [%b]}' % number) is MISSING


@pytest.mark.parametrize(("levels", "is_json"), [(DEEPEST_ANSWER, True), (DEEPEST_ANSWER + 1, False), (900, False)])
def test_a_body_is_json_down_to_a_depth(levels: int, *, is_json: bool) -> None:
    body = b'[{"a":' * (levels // 2) + b"[]" * (levels % 2) + b"1" * (1 - levels % 2) + b"}]" * (levels // 2)
    assert (parse(body) is not MISSING) is is_json


def test_what_is_too_long_is_no_id() -> None:
    assert pick_id({"id": "a" * LONGEST_ID}, "id") == "a" * LONGEST_ID
    assert pick_id({"id": "a" * (LONGEST_ID + 1)}, "id") is None
    assert pick_id({"id": 7}, "id") == "7"


@pytest.mark.parametrize("body", [b"", b" ", b"{", b"<html/>", b"{} {}", b"\xff", b"[" * 100_000, b"9" * 10_000])
def test_any_other_body_is_missing(body: bytes) -> None:
    assert parse(body) is MISSING


@pytest.mark.parametrize(
    ("value", "text"),
    [("a", "a"), ("", ""), (7, "7"), (7.5, "7.5"), (None, None), (True, None), (False, None), ([1], None), ({}, None)],
)
def test_only_text_and_numbers_are_text(value: Json, text: str | None) -> None:
    assert pick_text({"a": value}, "a") == text


def test_half_a_character_becomes_a_question_mark() -> None:
    assert pick_text(parse(b'{"a": "x\\ud83d!"}'), "a") == "x?!"


def test_without_a_path_there_is_no_text() -> None:
    assert pick_text("the whole document", None) is None
    assert pick_text("the whole document", "") == "the whole document"


@pytest.mark.parametrize("wanted", [{}, {"id": "thing-1"}, {"none": None}, {"data.0.id": 7, "data.1.id": 8.0}])
def test_what_is_wanted_holds(wanted: dict[str, Json]) -> None:
    assert holds(DOCUMENT, wanted)


@pytest.mark.parametrize(
    "wanted",
    [{"id": "thing-2"}, {"id": None}, {"missing": None}, {"none": False}, {"data.0.id": 7, "data.1.id": 7}, {"0": 0}],
)
def test_what_is_wanted_must_all_be_there(wanted: dict[str, Json]) -> None:
    assert not holds(DOCUMENT, wanted)


def test_true_is_not_one() -> None:
    assert not holds({"ok": 1}, {"ok": True})
    assert not holds({"ok": False}, {"ok": 0})
