"""`make demo`: from a fresh clone to a report. A stack that it had to start is stopped again."""

import os
import sys
import time
from collections import Counter

from cli.demo.orders import ACTIONS
from cli.demo.report import show
from cli.demo.run import Run, run
from cli.demo.tally import count
from cli.demo.tool import Tool
from cli.local import stack_file
from cli.local.down import down
from cli.local.places import Places
from cli.local.stack_file import Stack
from cli.local.terminal import say
from cli.local.up import up


def main() -> int:
    """Run the demo; its exit code."""
    places = Places.from_env(os.environ)
    was_up = stack_file.read(places.stack_file) is not None
    up(places)
    try:
        return _demo(stack_file.read(places.stack_file))
    finally:
        if not was_up:
            down(places)


def _demo(stack: Stack | None) -> int:
    if stack is None:
        raise RuntimeError("the stack is up, but its file is not there")
    say("Orders come in; cards are charged, stock is taken, mails are sent, and a lot goes wrong ...")
    started = time.monotonic()
    finished = run(stack)
    seconds = time.monotonic() - started
    tally = count(stack.providers, finished.orders)
    return show(finished, tally, _states(stack, finished), seconds)


def _states(stack: Stack, finished: Run) -> Counter[str]:
    """How the operations stand in the ledger."""
    tool = Tool(stack.api_url, stack.builder_key)
    return Counter(
        tool.result(order.operation(action)).json().get("state", "missing")
        for order in finished.orders
        for action in ACTIONS
    )


if __name__ == "__main__":
    sys.exit(main())
