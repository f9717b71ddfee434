"""One embedded stack for all tests of this folder; what has to wait for time to pass is begun first and seen last."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.local.places import Places
from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.begun import LEASE, MINUTE, Changed, Killed, change_credentials, kill_senders, sleep_until
from tests.support.command_line import CommandLine
from tests.support.dead_letters import DeadLetters
from tests.support.inside import Inside
from tests.support.outside import Outside
from tests.support.stack_fixtures import api_of, builder, inside, operator, outside, places, stack
from tests.support.steps import Step, message

__all__ = ["api_of", "builder", "inside", "operator", "outside", "places", "stack"]

HERE = Path(__file__).parent
WAITING = ("killed", "changed")
"""The fixtures that wait, the shortest wait first."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the folder's tests time, and put those that wait behind all others."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.timeout(300))  # fifty interpreters start at once, on whatever machine
    items.sort(key=_wait)


def _wait(item: pytest.Item) -> int:
    names = getattr(item, "fixturenames", ())
    return max((place for place, name in enumerate(WAITING, 1) if name in names), default=0)


@pytest.fixture(scope="session")
def mailer(api_of: Callable[[str], Api], inside: Inside) -> Api:
    """A builder of `demo` whose key is for mails only."""
    return api_of(inside.new_builder_key("demo", allow="mail.*"))


@pytest.fixture(scope="session")
def stranger(stack: Stack, api_of: Callable[[str], Api], inside: Inside) -> Api:
    """A builder of another client, with its own connection to the inventory."""
    inside.new_connection("stranger", "inventory", stack.proxied["inventory"])
    return api_of(inside.new_builder_key("stranger"))


@pytest.fixture(scope="session")
def dead_letters(stack: Stack) -> DeadLetters:
    """The dead-letter queue."""
    return DeadLetters(stack)


@pytest.fixture(scope="session")
def command_line(stack: Stack, places: Places) -> CommandLine:
    """`oncestep`, for this stack."""
    del stack  # it must be up
    return CommandLine(places)


@pytest.fixture(scope="session", autouse=True)
def begun(stack: Stack, builder: Api, outside: Outside, command_line: CommandLine) -> tuple[Killed, Changed]:
    """Begun before the first test."""
    return kill_senders(builder, outside), change_credentials(stack, builder, command_line)


@pytest.fixture(scope="session")
def killed(begun: tuple[Killed, Changed], inside: Inside) -> Killed:
    """The steps whose sender was killed, once their leases are over and the sweep has seen it."""
    killed, _ = begun
    sleep_until(killed.at + LEASE)
    inside.sweep()
    return killed


@pytest.fixture(scope="session")
def changed(begun: tuple[Killed, Changed]) -> Changed:
    """The credentials that were changed, once nobody may remember the old ones."""
    _, changed = begun
    sleep_until(changed.at + MINUTE)
    return changed


@pytest.fixture
def stopped(builder: Api, outside: Outside) -> Step:
    """A step that waits for a person: its provider refused the credentials, once."""
    step = message()
    outside.refuse_credentials(step)
    builder.run(step)
    return step


@pytest.fixture(scope="session")
def branch(stack: Stack, inside: Inside) -> str:
    """Another connection of `demo` to the inventory."""
    inside.new_connection("demo", "inventory", stack.proxied["inventory"], name="branch")
    return "branch"


@pytest.fixture
def untouched(inside: Inside, outside: Outside, begun: tuple[Killed, Changed]) -> Iterator[None]:
    """Whatever the test asks for, nothing is stored and nothing is sent."""
    killed, _ = begun
    marks = [step.mark for step in killed.steps.values()]  # theirs may be resolved at any time

    def seen() -> tuple[int, int]:
        sent = [entry for entry in outside.posts() if not any(map(entry.contains, marks))]
        return inside.operations(), len(sent)

    before = seen()
    yield
    assert seen() == before
