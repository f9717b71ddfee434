"""n8n's editor in a headless Chromium: runs an errand as a builder would do it, and tells what there was to see."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.platforms.n8n.server import FULL, NODE, OWNER, N8nHome
from tests.platforms.n8n.server import missing as no_server

CHROMIUM = shutil.which("chromium") or ""
SCRIPT = Path(__file__).parent / "browser.cjs"
PATIENCE = 240
"""Seconds for one errand."""


def missing() -> str:
    """Why there is no editor for the tests; empty where there is."""
    return no_server() or ("" if CHROMIUM else "no browser for n8n's editor: apt-get install chromium")


def browse(home: N8nHome, errand: str, **facts: Any) -> Any:  # noqa: ANN401 - any JSON
    """What came of one of the errands in browser.cjs, for the owner of a running server."""
    asked = {"url": home.url, "chromium": CHROMIUM, "owner": OWNER, "errand": errand, "facts": facts}
    done = subprocess.run(
        [str(NODE), str(SCRIPT)],
        cwd=FULL,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return json.loads(done.stdout)
