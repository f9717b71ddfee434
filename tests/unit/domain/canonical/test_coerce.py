"""What tools send, and what the schema's types make of it."""

import pytest

from oncestep.domain.canonical import coerce
from oncestep.domain.identity import Json

BIG = 9_007_199_254_740_993


def typed(value: Json) -> tuple[type, Json]:
    """With its type, since 1 == 1.0 == True."""
    return type(value), value


@pytest.mark.parametrize(
    ("kind", "given", "expected"),
    [
        ("integer", 5, 5),
        ("integer", "5", 5),
        ("integer", " 5\n", 5),
        ("integer", "-5", -5),
        ("integer", "+5", 5),
        ("integer", "007", 7),
        ("integer", 5.0, 5),
        ("integer", str(BIG), BIG),
        ("integer", "5.0", 5),
        ("integer", "1e3", 1000),
        ("integer", "1.5e1", 15),
        ("integer", "2000e-3", 2),
        ("integer", "-0.0", 0),
        ("integer", f" {BIG}.000 ", BIG),
        ("number", 5, 5),
        ("number", 5.5, 5.5),
        ("number", 5.0, 5.0),
        ("number", "5", 5),
        ("number", "5.0", 5),
        ("number", "5.", 5),
        ("number", ".5", 0.5),
        ("number", "-5.25", -5.25),
        ("number", " 5.5 ", 5.5),
        ("number", "1e3", 1000),
        ("number", "1.5E-3", 0.0015),
        ("number", str(BIG), BIG),
        ("boolean", True, True),
        ("boolean", "true", True),
        ("boolean", "TRUE", True),
        ("boolean", " False ", False),
        ("string", "5", "5"),
        ("string", " five ", " five "),
        ("string", 5, "5"),
        ("string", 5.5, "5.5"),
        ("string", 5.0, "5.0"),
        ("string", BIG, str(BIG)),
    ],
)
def test_a_scalar_gets_the_schema_s_type(kind: str, given: Json, expected: Json) -> None:
    assert typed(coerce(given, {"type": kind})) == typed(expected)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("integer", "5.5"),
        ("integer", "1e-3"),
        ("integer", "1e100"),
        ("integer", "1e999999999"),
        ("integer", "1e-999999999"),
        ("integer", "1e99999999999999999999"),
        ("integer", "9" * 1_000_000 + "x"),
        ("integer", "5,000"),
        ("integer", "5_000"),
        ("integer", "\N{ARABIC-INDIC DIGIT FIVE}"),
        ("integer", "0x10"),
        ("integer", "five"),
        ("integer", "- 5"),
        ("integer", "9" * 5_000),
        ("integer", 5.5),
        ("integer", True),
        ("number", "5,5"),
        ("number", "5_0.0"),
        ("number", "1e999"),
        ("number", "nan"),
        ("number", "Infinity"),
        ("number", "-inf"),
        ("number", "."),
        ("number", "e3"),
        ("number", False),
        ("boolean", "yes"),
        ("boolean", "1"),
        ("boolean", 1),
        ("boolean", 0.0),
        ("string", True),
        ("object", "{}"),
        ("array", "[]"),
        ("array", 5),
        ("null", "null"),
    ],
)
def test_what_cannot_be_coerced_stays_for_the_validator_to_refuse(kind: str, given: Json) -> None:
    assert typed(coerce(given, {"type": kind})) == typed(given)


@pytest.mark.parametrize("kind", ["integer", "number", "boolean", "string", "object", "array"])
@pytest.mark.parametrize("value", [None, [], {}, ["5"], {"a": "5"}])
def test_what_is_no_scalar_is_not_made_one(kind: str, value: Json) -> None:
    assert coerce(value, {"type": kind}) == value


@pytest.mark.parametrize("schema", [{}, {"enum": ["5"]}, {"type": ["integer", "null"]}])
@pytest.mark.parametrize("value", ["5", 5, 5.0, True, None, [" "], {"a": None}])
def test_without_a_single_type_nothing_changes(schema: dict[str, Json], value: Json) -> None:
    assert typed(coerce(value, schema)) == typed(value)
