"""A module's form: what a builder can fill in, and what Make refuses before it sends anything."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tests.platforms.make.requests import Failure

Field = Mapping[str, Any]


def checked(fields: Sequence[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as the module gets them: defaults where nothing was filled in.

    Raises:
        Failure: a required field is blank, or a value breaks its rules.

    """
    known = {field["name"] for field in fields}
    assert values.keys() <= known, f"the form has no field {values.keys() - known}"
    made = {field["name"]: values.get(field["name"], field.get("default")) for field in fields}
    for field in fields:
        _check(field, made[field["name"]])
    return {name: value for name, value in made.items() if value is not None}


def _check(field: Field, value: Any) -> None:  # noqa: ANN401 - any JSON
    if value in (None, ""):
        if field.get("required"):
            raise Failure("BundleValidationError", f"Missing value of required parameter '{field['name']}'.")
        return
    pattern = field.get("validate", {}).get("pattern", "")
    if isinstance(value, str) and not re.search(pattern, value):
        raise Failure("BundleValidationError", f"Invalid value of parameter '{field['name']}'.")
