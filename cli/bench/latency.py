"""Latency per call: ours and Powertools' own idempotency, by turns, in one process, over the same kind of table."""

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE
from rich.table import Table

from cli.bench.dynamodb import InstantTable
from cli.bench.instances import Instance, oncestep, plain
from cli.bench.timing import by_turns

CALLS = 200
NOTE = f"""\
Milliseconds over {CALLS} keys, by turns, in one process. DynamoDB and the provider answer at once, so this is what the
clients take: on AWS each request adds its way there and back. Ours also checks the input, freezes the request and keeps
a history; both validate repeats and cache them."""

_KEYS = [f"order-{number}" for number in range(CALLS)]


def latency(catalogue: Path) -> Table:
    """Three kinds of calls; the catalogue is where ours imports it from."""
    sys.path.append(str(catalogue))
    ledger, stock = InstantTable("operation_id"), InstantTable("id")
    first, other = ((oncestep(ledger), plain(stock)) for _ in range(2))
    shown = Table(title="Latency per call", box=SIMPLE)
    shown.add_column("")
    for name in ("p50", "p95", "DynamoDB requests"):
        shown.add_column(name, justify="right")
    _add(shown, "first call", first)
    _add(shown, "repeat on another instance", other)
    _add(shown, "repeat on the same instance", other)
    return shown


def _add(shown: Table, what: str, instances: Sequence[Instance]) -> None:
    """Measure one kind of call, and show it with its ratio."""
    for instance in instances:
        instance.requests.clear()
    mine, its = by_turns([instance.call for instance in instances], _KEYS)
    for name, taken, instance in zip(("Oncestep", "Powertools"), (mine, its), instances, strict=True):
        requests = f"{len(instance.requests) / CALLS:.1f}"
        shown.add_row(f"{what}, {name}", f"{taken.p50:.2f}", f"{taken.p95:.2f}", requests)
    shown.add_row("ratio", f"{mine.p50 / its.p50:.2f}", f"{mine.p95 / its.p95:.2f}", end_section=True)
