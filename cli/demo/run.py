"""Runs all scenarios side by side, the slow ones first, and reports as orders come to their end."""

import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from cli.demo.dead_letters import DeadLetters
from cli.demo.orders import Order, Result
from cli.demo.scenarios import OUTAGE, POISON, SCENARIOS, Scenario, straight
from cli.demo.tool import Tool
from cli.local.stack_file import Stack
from cli.providers.client import Faults

FLOWS_AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class Run:
    """The orders and what became of them."""

    results: Mapping[Order, Result]
    dead_letters: int

    @property
    def orders(self) -> Sequence[Order]:
        """All orders."""
        return list(self.results)

    def of(self, scenario: Scenario) -> Sequence[Result]:
        """The results of one scenario."""
        return [result for order, result in self.results.items() if order.scenario == scenario.name]


def run(stack: Stack) -> Run:
    """Run every order of every scenario; the poison order stops, is mended and redriven."""
    tool, faults, dead_letters = Tool(stack.api_url, stack.builder_key), Faults(stack.fault_proxy), DeadLetters(stack)
    already_dead = dead_letters.count
    planned = _planned(secrets.token_hex(3))
    for order, scenario in planned.items():
        scenario.prepare(faults, order)
    results: dict[Order, Result] = {}
    with ThreadPoolExecutor(FLOWS_AT_ONCE) as flows, _progress() as progress:
        task = progress.add_task("orders", total=len(planned))
        flows.submit(OUTAGE, faults)
        running = {flows.submit(scenario.drive, tool, order): order for order, scenario in planned.items()}
        for done in as_completed(running):
            results[running[done]] = _finished(done, running[done], tool, dead_letters, already_dead)
            progress.advance(task)
    return Run(results, dead_letters.count - already_dead)


def _planned(run_id: str) -> dict[Order, Scenario]:
    scenarios = [scenario for scenario in SCENARIOS for _ in range(scenario.orders)]
    return {Order(f"order-{run_id}-{number}", scenario.name): scenario for number, scenario in enumerate(scenarios, 1)}


def _finished(done: "Future[Result]", order: Order, tool: Tool, dead_letters: DeadLetters, already_dead: int) -> Result:
    result = done.result()
    if order.scenario != POISON.name:
        return result
    dead_letters.wait_for(already_dead + 1)
    dead_letters.redrive()
    again = straight(tool, order)
    return Result(order, [*result.steps, *again.steps])


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), transient=False
    )
