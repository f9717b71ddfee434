"""The schemas that vendors publish for their packages, which are not part of this project."""

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

VARIABLE = "ONCESTEP_VENDOR_SCHEMAS"
NO_SCHEMAS = "the vendors' schemas are not here"
HOW_TO_HAVE_THEM = (
    f"set {VARIABLE} to a folder with `make` (the *.json of Make's editor extension) and `power-platform` "
    "(the schemas of Microsoft's connector tools), see docs/connectors/README.md"
)
_BESIDE = Path(__file__).parents[3] / "shared" / "vendor-schemas"


def vendor_folder(name: str) -> Path:
    """The folder of one vendor's schemas; without it the test is skipped."""
    folder = Path(os.environ.get(VARIABLE, _BESIDE)) / name
    if not folder.is_dir():
        pytest.skip(f"{NO_SCHEMAS}: {folder}")
    return folder


def without_comments(text: str) -> str:
    """JSON without `//` comments; those in strings, such as addresses, stay."""
    return re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*', lambda found: found[1] or "", text)


def problems(validator: jsonschema_rs.Validator, value: Any) -> list[str]:  # noqa: ANN401 - any JSON
    """What is wrong with a value, each with its place."""
    return [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(value)]


def read_schema(path: Path) -> Any:  # noqa: ANN401 - any JSON
    """A schema file. Names such as `a<b>` may not stand in references, and read `a(b)` here."""
    return json.loads(re.sub(r"<([\w-]+)>", r"(\1)", without_comments(path.read_text("utf-8"))))
