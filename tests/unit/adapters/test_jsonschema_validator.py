"""Every wrong field is named by its path, in words that a builder understands."""

from dataclasses import replace
from typing import Any

import pytest

from oncestep.adapters.jsonschema_validator import JsonSchemaValidator
from oncestep.domain.identity import Json
from tests.support.actions import BARE

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["sku", "email"],
    "additionalProperties": False,
    "properties": {
        "sku": {"type": "string", "minLength": 2},
        "email": {"type": "string", "format": "email"},
        "lines": {"type": "array", "items": {"type": "object", "required": ["amount"]}},
    },
}
ORDER = replace(BARE, input_schema=SCHEMA)
VALID = {"sku": "book", "email": "jenny.rosen@example.com"}


def test_valid_input_has_no_problems() -> None:
    assert JsonSchemaValidator().problems(ORDER, VALID) == {}


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ({}, {"input.sku", "input.email"}),
        ({**VALID, "sku": "b"}, {"input.sku"}),
        ({**VALID, "sku": 5}, {"input.sku"}),
        ({**VALID, "email": "jenny"}, {"input.email"}),
        ({**VALID, "colour": "red", "size": 5}, {"input.colour", "input.size"}),
        ({**VALID, "lines": [{"amount": 1}, {}]}, {"input.lines.1.amount"}),
        ("text", {"input"}),
    ],
)
def test_every_wrong_field_is_named(value: object, fields: set[str]) -> None:
    assert set(JsonSchemaValidator().problems(ORDER, value)) == fields


def test_what_is_missing_or_unknown_is_told_in_words() -> None:
    assert JsonSchemaValidator().problems(ORDER, {"sku": "book", "colour": "red"}) == {
        "input.email": "is required and was missing or blank",
        "input.colour": "is not a field of this action",
    }


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ({"enum": ["a", "b", "c", "\u00e4", 5, None]}, '"x" is not one of "a", "b", "c", "\u00e4", 5, null'),
        ({"const": "abc"}, '"x" is not "abc", the only value that is allowed here'),
        ({"type": ["integer", "null"]}, '"x" is not of types "null", "integer"'),
        (
            {"anyOf": [{"type": "integer"}, {"minLength": 2}]},
            (
                '"x" fits none of the forms that are allowed here: input.size: "x" is not of type "integer"; '
                'or input.size: "x" is shorter than 2 characters'
            ),
        ),
        (
            {"oneOf": [{"type": "string"}, {"minLength": 1}]},
            '"x" fits more than one of the forms that are allowed here; it must fit one',
        ),
        (False, "is not allowed here"),
    ],
)
def test_what_would_be_right_is_told_whole_and_in_words(schema: Json, problem: str) -> None:
    action = replace(BARE, input_schema={"type": "object", "properties": {"size": schema}})
    assert JsonSchemaValidator().problems(action, {"size": "x"}) == {"input.size": problem}


def test_each_action_has_its_own_schema() -> None:
    validator = JsonSchemaValidator()
    other = replace(ORDER, name="other", input_schema={"type": "object"})
    assert validator.problems(other, {}) == {}
    assert validator.problems(ORDER, {}) != {}


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"sku": 5}, {"input.sku": '5 is not of type "string"'}),
        ({"sku": 10**40}, {"input.sku": f'{10**40} is not of type "string"'}),
        ({"sku": "ü"}, {"input.sku": '"ü" is shorter than 2 characters'}),
        ({"sku": "a" * 98, "email": "b" * 98}, {"input.email": f'"{"b" * 98}" is not a "email"'}),
        ({"email": "b" * 99}, {"input.email": 'the value is not a "email"'}),
        ({"sku": ["a" * 1_000_000]}, {"input.sku": 'the value is not of type "string"'}),
        ({"lines": "a" * 1_000_000}, {"input.lines": 'the value is not of type "array"'}),
    ],
)
def test_a_wrong_value_is_repeated_unless_it_is_long(value: dict[str, object], problem: dict[str, str]) -> None:
    assert JsonSchemaValidator().problems(ORDER, {**VALID, **value}) == problem


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"email": "4242"}, {"input.email": 'the value is not a "email"'}),
        ({"lines": {"email": "4242"}}, {"input.lines": '{"email": "***"} is not of type "array"'}),
        ({"lines": [{"amount": 1, "email": "4242"}, ["4242"]]}, {"input.lines.1": '["4242"] is not of type "object"'}),
    ],
)
def test_a_sensitive_value_is_not_repeated(value: dict[str, object], problem: dict[str, str]) -> None:
    action = replace(ORDER, sensitive=frozenset({"email"}))
    assert JsonSchemaValidator().problems(action, {**VALID, **value}) == problem


def test_a_long_name_is_cut() -> None:
    assert JsonSchemaValidator().problems(ORDER, {**VALID, "a" * 1_000_000: 1}) == {
        f"input.{'a' * 100}...": "is not a field of this action"
    }


def test_of_many_wrong_fields_the_first_are_told() -> None:
    many = {f"field_{number}": number for number in range(10_000)}
    assert len(JsonSchemaValidator().problems(ORDER, {**VALID, **many})) == 50
