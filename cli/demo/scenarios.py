"""What goes wrong, one scenario at a time: which faults are set for an order, and how its tool behaves."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from cli.demo.orders import ACTIONS, ADJUST, CHARGE, MAIL, Order, Result
from cli.demo.tool import Step, Tool
from cli.providers.client import Faults

Prepare = Callable[[Faults, Order], None]
Drive = Callable[[Tool, Order], Result]


@dataclass(frozen=True, slots=True)
class Scenario:
    """`prevented` says in words what would have happened without Oncestep."""

    name: str
    orders: int
    prevented: str
    prepare: Prepare
    drive: Drive


def straight(tool: Tool, order: Order) -> Result:
    """The flow runs once, step by step."""
    return Result(order, [tool.call(action, order.key(action), order.value(action), order.name) for action in ACTIONS])


def double_clicked(tool: Tool, order: Order) -> Result:
    """Each step is called by four impatient clicks at once."""
    with ThreadPoolExecutor(4) as clicks:
        steps = [step for action in ACTIONS for step in clicks.map(_click(tool, order, action), range(4))]
    return Result(order, steps)


def _click(tool: Tool, order: Order, action: str) -> Callable[[int], Step]:
    return lambda _: tool.call(action, order.key(action), order.value(action), order.name)


def redelivered(tool: Tool, order: Order) -> Result:
    """The trigger fires three times: the whole flow runs again and again."""
    runs = [straight(tool, order) for _ in range(3)]
    return Result(order, [step for run in runs for step in run.steps])


def changed(tool: Tool, order: Order) -> Result:
    """After the flow, somebody edits the order and runs it again under its old keys."""
    result = straight(tool, order)
    edited = {**order.value(CHARGE), "amount": 999_999}
    refused = tool.once(CHARGE, order.key(CHARGE), edited, order.name)
    if refused.status != 422:  # noqa: PLR2004 - law 7's answer
        raise AssertionError(f"a changed payload was answered {refused.status}: {refused.body}")
    return Result(order, [*result.steps, refused])


def stopped(tool: Tool, order: Order) -> Result:
    """The flow stops at a step that needs a person, as the tools do at an error."""
    steps: list[Step] = []
    for action in ACTIONS:
        steps.append(tool.call(action, order.key(action), order.value(action), order.name))
        if not steps[-1].done:
            break
    return Result(order, steps)


def none(faults: Faults, order: Order) -> None:
    """Nothing goes wrong."""


def fault(kind: str, *actions: str, **options: Any) -> Prepare:  # noqa: ANN401 - each kind has its own
    """The fault, once, at each of these actions of the order."""

    def prepare(faults: Faults, order: Order) -> None:
        for action in actions:
            provider = action.partition(".")[0]
            faults.add(provider, kind, method="POST", contains=order.operation(action), **options)

    return prepare


def down_for(seconds: float, provider: str) -> Callable[[Faults], None]:
    """The provider really stops listening, and comes back."""

    def outage(faults: Faults) -> None:
        faults.down(provider)
        time.sleep(seconds)
        faults.up(provider)

    return outage


OUTAGE = down_for(20, "mail")
POISON = Scenario(
    "poison, mended, redriven",
    1,
    "a lost order",
    fault("status", ADJUST, status=401, body={"error": "credentials", "message": "the credentials were refused"}),
    stopped,
)
SCENARIOS: Sequence[Scenario] = (
    Scenario("provider down, then heals", 3, "lost mails", none, straight),
    Scenario("sender killed, effect done", 2, "a second effect", fault("kill_after_effect", ADJUST), straight),
    Scenario("sender killed, nothing done", 1, "a lost step", fault("kill_before_effect", CHARGE), straight),
    POISON,
    Scenario("nothing goes wrong", 6, "", none, straight),
    Scenario("double clicks", 3, "27 more effects", none, double_clicked),
    Scenario("trigger redelivered", 3, "6 more orders", none, redelivered),
    Scenario("answer lost, effect done", 3, "a second effect at each step", fault("answer_lost", *ACTIONS), straight),
    Scenario("500, effect done", 3, "a second effect at each step", fault("error_after_effect", *ACTIONS), straight),
    Scenario("effect comes late", 2, "a second effect", fault("late_effect", CHARGE, ADJUST, seconds=2), straight),
    Scenario(
        "429 with Retry-After",
        2,
        "a failed order",
        fault("status", CHARGE, MAIL, status=429, headers={"Retry-After": "2"}),
        straight,
    ),
    Scenario("changed payload, old key", 2, "a charge of 9999.99", none, changed),
)
