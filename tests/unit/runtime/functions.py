"""The functions as Lambda starts them: each app.py by its path, with the template's environment."""

import json
from collections.abc import Callable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.unit.runtime.events import Context, Event

FOLDER = Path(__file__).parents[3] / "functions"
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/app.py"))

Function: TypeAlias = Callable[[Event], Any]


def start(name: str, env: Mapping[str, str]) -> Function:
    """A cold start: import the function; then it takes events."""
    spec = spec_from_file_location(f"functions_{name}", FOLDER / name / "app.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        for variable, value in env.items():
            patch.setenv(variable, value)
        spec.loader.exec_module(module)
    return lambda event: module.handler(event, Context())


def body_of(answer: dict[str, Any]) -> dict[str, Any]:
    """The JSON in a function's answer to the gateway."""
    body: dict[str, Any] = json.loads(answer["body"])
    return body
