"""While a function starts, Python looks for no garbage; afterwards it does again. Seen in fresh interpreters."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.moto import Stack

ROOT = Path(__file__).parents[2]
FUNCTIONS = sorted(file.parent.name for file in ROOT.glob("functions/*/app.py"))
SETTINGS = Stack("https://sqs.eu-central-1.amazonaws.com/123456789012/queue").env
START = """
import gc, json, runpy, sys
there = set()
gc.callbacks.append(lambda *_: there.update(name for name in sys.modules if name.startswith("oncestep")))
runpy.run_path(sys.argv[1])
print(json.dumps({"during": sorted(there), "enabled": gc.isenabled(), "frozen": gc.get_freeze_count()}))
"""


@pytest.mark.parametrize("function", FUNCTIONS)
def test_nothing_is_collected_between_the_first_import_and_the_end_of_the_start(function: str) -> None:
    command = [sys.executable, "-c", START, str(ROOT / "functions" / function / "app.py")]
    done = subprocess.run(command, env=dict(SETTINGS), check=True, capture_output=True, text=True)
    seen = json.loads(done.stdout)
    assert set(seen["during"]) <= {"oncestep", "oncestep.runtime", "oncestep.runtime.startup"}
    assert seen["enabled"]
    assert seen["frozen"] > 10_000
