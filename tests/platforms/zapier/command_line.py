"""`zapier-platform`, as a builder runs it in the app's folder; it keeps what it remembers in a home of its own."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.platforms.zapier.core import MODULES, node

RUN = "node_modules/zapier-platform-cli/src/bin/run"


def zapier_platform(app: Path, place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a copy of the app, with its packages beside it."""
    copy = place / "app"
    shutil.copytree(app, copy)
    (copy / "node_modules").symlink_to(MODULES)
    binary = node()
    path = os.pathsep.join([str(Path(binary).parent), os.environ["PATH"]])
    return subprocess.run(
        [binary, RUN, *arguments],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "HOME": str(place), "PATH": path, "DISABLE_ZAPIER_ANALYTICS": "1"},
    )
