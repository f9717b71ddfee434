"""Every wrong field is named by its path, in words that a builder understands."""

from dataclasses import replace
from typing import Any

import pytest

from oncestep.adapters.jsonschema_validator import JsonSchemaValidator
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


def test_each_action_has_its_own_schema() -> None:
    validator = JsonSchemaValidator()
    other = replace(ORDER, name="other", input_schema={"type": "object"})
    assert validator.problems(other, {}) == {}
    assert validator.problems(ORDER, {}) != {}
