"""The figures for alarms that a function has written to its log."""

import json
from typing import Any

import pytest


def figures(name: str, capsys: pytest.CaptureFixture[str]) -> list[Any]:
    """The values under this name, in the order in which they were written."""
    written = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [line[name] for line in written if name in line]
