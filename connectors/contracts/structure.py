"""Checks a contract's form against contract.schema.json."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs

from connectors.contracts.problems import Finding, joined

SCHEMA = Path(__file__).parent.parent / "contract.schema.json"


def structure_findings(contract: dict[str, Any]) -> Iterator[Finding]:
    """Every place where the contract's form is wrong."""
    validator = jsonschema_rs.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")), validate_formats=True)
    for error in validator.iter_errors(contract):
        yield Finding(joined(*error.instance_path), error.message)
