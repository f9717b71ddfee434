"""Input as it is meant: scalars of the schema's types, blanks left out, defaults filled in or left out.

No-code tools send `"1999"` where 1999 is meant, and empty text for a field that nobody mapped; two sendings of one
intent must still be equal. What cannot be coerced stays as it is, for the validator to refuse.
"""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from math import isfinite

from oncestep.domain.identity import Json, same

_BOOLEANS = {"true": True, "false": False}
# Not what int() and float() take: those also read 1_000, other scripts' digits, inf and nan.
_INTEGER = re.compile(r"\s*[+-]?[0-9]{1,100}\s*")
_DECIMAL = re.compile(r"\s*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?\s*")
_MOST_DIGITS = 100
"""An exponent makes many digits of a few characters."""


def coerce(value: Json, schema: Mapping[str, Json]) -> Json:
    """The value with its scalars in the schema's types; blank text, null and empty maps are absent."""
    match value, schema.get("type"):
        case dict(), "object":
            return _coerce_object(value, schema)
        case list(), "array":
            return [coerce(item, _mapping(schema.get("items"))) for item in value]
        case ((str() | int() | float()), str() as kind):
            return _coerce_scalar(value, kind)
        case _:
            return value


def _coerce_object(value: dict[str, Json], schema: Mapping[str, Json]) -> dict[str, Json]:
    properties = _mapping(schema.get("properties"))
    others = _mapping(schema.get("additionalProperties"))
    coerced = {name: coerce(item, _mapping(properties.get(name, dict(others)))) for name, item in value.items()}
    return {name: item for name, item in coerced.items() if not _is_blank(item)}


def _is_blank(value: Json) -> bool:
    """Not an empty list: that may mean "none of them" where a missing one means "all"."""
    return value is None or value == {} or (isinstance(value, str) and not value.strip())


def _coerce_scalar(value: str | float, kind: str) -> Json:
    match kind, value:
        case "integer" | "number", str():
            return _number(value, kind)
        case "integer", float() if value.is_integer():
            return int(value)
        case "boolean", str():
            return _BOOLEANS.get(value.strip().lower(), value)
        case "string", int() | float() if not isinstance(value, bool):
            return str(value)
        case _:
            return value


def _number(text: str, kind: str) -> Json:
    if _INTEGER.fullmatch(text):
        return int(text)
    if not _DECIMAL.fullmatch(text):
        return text
    if kind == "integer":
        return _whole(text)
    number = float(text)
    if not isfinite(number):
        return text
    return int(number) if number.is_integer() else number


def _whole(text: str) -> Json:
    """The integer that is written with a point or an exponent, digit by digit; the text where it is none."""
    try:
        number = Decimal(text.strip())
    except InvalidOperation:  # an exponent that nothing can hold
        return text
    whole = number.adjusted() < _MOST_DIGITS and number == number.to_integral_value()
    return int(number) if whole else text


def with_defaults(value: Json, schema: Mapping[str, Json]) -> Json:
    """The coerced object with its missing properties at their defaults: what is sent."""
    if not isinstance(value, dict):
        return value
    defaults = {
        name: property_["default"]
        for name, property_ in _mapping(schema.get("properties")).items()
        if isinstance(property_, dict) and "default" in property_
    }
    return {**defaults, **value}


def without_defaults(value: Json, schema: Mapping[str, Json]) -> Json:
    """The coerced object without the properties that equal their default: what is compared."""
    if not isinstance(value, dict):
        return value
    properties = _mapping(schema.get("properties"))
    return {name: item for name, item in value.items() if not _is_default(item, _mapping(properties.get(name)))}


def _is_default(value: Json, property_: Mapping[str, Json]) -> bool:
    return "default" in property_ and same(value, property_["default"])


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}
