"""Cold starts: a function's file and its first answer in fresh interpreters, ours and the peer's by turns."""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from rich.box import SIMPLE
from rich.table import Table

from cli.bench import stopwatch
from cli.bench.endpoint import endpoint
from cli.bench.scene import SETTINGS
from cli.local.environment import clean_environment

RUNS = 21
STAGES = ("its import statements", "the whole file", "and its first answer")
NOTE = f"""\
Processor time, which a busy machine distorts least: medians of {RUNS} interpreters each, by turns, with warm bytecode;
AWS is a stub. Lambda loads the whole file before the first call. The plain function makes its DynamoDB client there,
ours makes it when it is first used. For its first answer ours also reads a secret, sets up TLS and calls a provider;
the plain one does none of these."""

_ROOT = Path(__file__).parents[2]
_OURS = _ROOT / "functions/actions/app.py"
_PLAIN = Path(__file__).with_name("plain.py")
_EVENT = _ROOT / "events/actions.post.json"


def cold(catalogue: Path) -> Table:
    """The medians of each stage, from a bare interpreter on."""
    with endpoint() as url:
        environment = clean_environment(**SETTINGS, AWS_ENDPOINT_URL=url, PYTHONPATH=str(catalogue))
        ours, peer = _by_turns([_OURS, _PLAIN], environment)
    shown = Table("from a bare interpreter to", title="Cold start", box=SIMPLE)
    for name in ("Oncestep `actions`", "plain Powertools", "ratio"):
        shown.add_column(name, justify="right")
    for stage, mine, its in zip(STAGES, ours, peer, strict=True):
        shown.add_row(stage, f"{mine:.0f} ms", f"{its:.0f} ms", f"{mine / its:.2f}")
    return shown


def _by_turns(files: list[Path], environment: dict[str, str]) -> list[list[float]]:
    """Each file's median stages. A first turn that does not count writes the bytecode."""
    turns = [[_measured(file, environment) for file in files] for _ in range(RUNS + 1)][1:]
    return [[median(stage) for stage in zip(*runs, strict=True)] for runs in zip(*turns, strict=True)]


def _measured(file: Path, environment: dict[str, str]) -> list[float]:
    """Without this folder on the path (-P): nothing in it may stand in the way of what is imported."""
    command = [sys.executable, "-P", stopwatch.__file__, str(file), str(_EVENT)]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)  # noqa: S603 - our own file
    stages: list[float] = json.loads(done.stdout)
    return stages
