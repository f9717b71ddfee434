"""Redocly's recommended rules over the committed documents, with neither an error nor a warning."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from cli.local.places import ROOT
from tests.platforms.openapi.document import FOLDER

REDOCLY = ROOT / ".local/node/openapi/node_modules/.bin/redocly"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


@pytest.mark.skipif(not REDOCLY.exists(), reason="redocly is not installed; see requirements/node/openapi")
@pytest.mark.parametrize("document", sorted(FOLDER.rglob("*.openapi.json")), ids=lambda path: path.stem)
def test_redocly_finds_nothing(document: Path) -> None:
    command = [str(REDOCLY), "lint", "--extends=recommended", "--format=json", str(document)]
    run = subprocess.run(command, env={**os.environ, **QUIET}, capture_output=True, text=True, check=False)
    found = json.loads(run.stdout)
    assert (found["totals"]["errors"], found["totals"]["warnings"]) == (0, 0), found["problems"]
