"""`make demo`, on the stack of the tests: nothing happens twice, nothing is lost, and its last line says so."""

import json
import os
import subprocess
import sys

from cli.local.places import ROOT, Places
from cli.local.stack_file import Stack


def test_the_demo_ends_with_one_effect_per_step_and_says_so_in_its_last_line(stack: Stack, places: Places) -> None:
    del stack  # it must be up, so that the demo neither starts nor stops one
    environment = {**os.environ, "ONCESTEP_LOCAL_DIR": str(places.folder)}
    command = [sys.executable, "-m", "cli.demo"]
    demo = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True, timeout=280)
    figures = json.loads(demo.stdout.splitlines()[-1])
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert figures["operations"] == figures["provider_effects"]
    assert (figures["duplicates"], figures["lost"]) == (0, 0)
