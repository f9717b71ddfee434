"""What the demo shows at its end: a table for people, and one line of JSON for programs."""

import json
from collections import Counter

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from cli.demo.orders import ACTIONS
from cli.demo.run import Run
from cli.demo.scenarios import SCENARIOS
from cli.demo.tally import Tally

NARROWEST = 96
"""Where nobody has a terminal, lines are still this long."""


def table(run: Run, tally: Tally, states: Counter[str]) -> Table:
    """One row per scenario; effects are counted at the providers."""
    shown = Table("what goes wrong", title="Orders over an unreliable world", caption=_caption(run, states), box=SIMPLE)
    for name in ("orders", "steps", "calls", "repeats", "effects"):
        shown.add_column(name, justify="right")
    shown.add_column("prevented")
    for scenario in SCENARIOS:
        results = run.of(scenario)
        figures = (
            len(results),
            len(results) * len(ACTIONS),
            sum(result.calls for result in results),
            sum(result.replayed for result in results),
            tally.of([result.order for result in results]),
        )
        shown.add_row(scenario.name, *map(str, figures), scenario.prevented)
    return shown


def _caption(run: Run, states: Counter[str]) -> str:
    listed = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
    return (
        f"steps in the ledger: {listed}. Dead letters left: {run.dead_letters}.\n"
        "calls: by the tool; repeats: answered from the ledger; effects: counted at the providers"
    )


def last_line(tally: Tally, lost: int, seconds: float) -> str:
    """The figures as JSON."""
    return json.dumps(
        {
            "operations": len(tally.effects),
            "provider_effects": tally.total,
            "duplicates": tally.duplicates,
            "lost": lost,
            "seconds": round(seconds, 1),
        }
    )


def show(run: Run, tally: Tally, states: Counter[str], seconds: float) -> int:
    """Print all of it; the exit code is 1 if anything happened twice or not at all."""
    lost = max(tally.lost, len(tally.effects) - states["confirmed"])
    console = Console()
    console.width = max(console.width, NARROWEST)
    console.print(table(run, tally, states))
    typer.echo(last_line(tally, lost, seconds))
    return 1 if tally.duplicates or lost else 0
