"""`oncestep` as a person runs it."""

import os
import subprocess
import sys
from pathlib import Path

from cli.local.places import ROOT, Places

ONCESTEP = Path(sys.executable).with_name("oncestep")


class CommandLine:
    """For the stack in one folder."""

    def __init__(self, places: Places) -> None:
        self._environment = {**os.environ, "ONCESTEP_LOCAL_DIR": str(places.folder), "COLUMNS": "200"}

    def run(self, *arguments: str, typed: str = "") -> str:
        """Run it with that on standard input and return what it prints; a failure raises."""
        finished = self.run_any(*arguments, typed=typed)
        if finished.returncode:
            raise RuntimeError(finished.stderr)
        return finished.stdout.strip()

    def run_any(self, *arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        """Run it, whatever comes of it."""
        return subprocess.run(
            [ONCESTEP, *arguments, "--local"],
            cwd=ROOT,
            env=self._environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
