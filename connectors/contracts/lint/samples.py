"""Samples: the sample input is valid input."""

from collections.abc import Iterator
from typing import Any

import jsonschema_rs

from connectors.contracts.problems import Finding, joined


def sample_findings(action: dict[str, Any]) -> Iterator[Finding]:
    """See the module."""
    validator = jsonschema_rs.Draft202012Validator(action["input_schema"], validate_formats=True)
    for error in validator.iter_errors(action["samples"]["input"]):
        yield Finding(joined("samples.input", *error.instance_path), error.message)
