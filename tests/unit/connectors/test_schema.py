"""The contracts' schema is valid, and says the words that the engine knows."""

import json
from enum import StrEnum
from typing import Any

import jsonschema_rs
import pytest

from connectors.contracts.structure import SCHEMA
from oncestep.domain.contract import AuthScheme, Encoding, KeyPlace, OutcomeName
from oncestep.domain.durations import milliseconds
from oncestep.domain.identity import KeyFormat

DEFINITIONS: dict[str, Any] = json.loads(SCHEMA.read_text("utf-8"))["$defs"]


def test_it_is_a_json_schema() -> None:
    jsonschema_rs.meta.validate(json.loads(SCHEMA.read_text("utf-8")))


@pytest.mark.parametrize(
    ("words", "known"),
    [
        (DEFINITIONS["auth"]["properties"]["scheme"], AuthScheme),
        (DEFINITIONS["key_promise"]["properties"]["place"], KeyPlace),
        (DEFINITIONS["key_promise"]["properties"]["format"], KeyFormat),
        (DEFINITIONS["request"]["properties"]["encoding"], Encoding),
        (DEFINITIONS["outcome"], OutcomeName),
    ],
)
def test_its_words_are_the_engines(words: dict[str, Any], known: type[StrEnum]) -> None:
    assert set(words["enum"]) == set(known)


@pytest.mark.parametrize(
    ("text", "expected"), [("0s", 0), ("250ms", 250), ("90s", 90_000), ("15m", 900_000), ("24h", 86_400_000)]
)
def test_durations_are_written_for_people(text: str, expected: int) -> None:
    assert milliseconds(text) == expected


def test_thirty_days_are_a_duration() -> None:
    assert milliseconds("30d") == 30 * milliseconds("24h")


@pytest.mark.parametrize("text", ["", "1", "1.5h", "-1s", "1 h", "1w", "never"])
def test_anything_else_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="is no duration"):
        milliseconds(text)
