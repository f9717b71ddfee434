"""The fixtures of everything that is tested against a running stack; a conftest imports those that it offers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from cli.local.places import Places
from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.inside import Inside
from tests.support.outside import Outside
from tests.support.stack import running_stack


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Places:
    """Where the stack keeps its files."""
    return Places(tmp_path_factory.mktemp("stack") / "stack")


@pytest.fixture(scope="session")
def stack(places: Places) -> Iterator[Stack]:
    """The stack."""
    with running_stack(places) as running:
        yield running


@pytest.fixture(scope="session")
def api_of(stack: Stack) -> Iterator[Callable[[str], Api]]:
    """The API for the holder of a key."""
    with ExitStack() as callers:
        yield lambda key: callers.enter_context(closing(Api(stack.api_url, key)))


@pytest.fixture(scope="session")
def builder(stack: Stack, api_of: Callable[[str], Api]) -> Api:
    """A builder of the client `demo`."""
    return api_of(stack.builder_key)


@pytest.fixture(scope="session")
def operator(stack: Stack, api_of: Callable[[str], Api]) -> Api:
    """An operator who sees all clients."""
    return api_of(stack.operator_key)


@pytest.fixture(scope="session")
def outside(stack: Stack) -> Iterator[Outside]:
    """The providers and what goes wrong before them."""
    outside = Outside(stack)
    yield outside
    outside.faults.close()


@pytest.fixture(scope="session")
def inside(stack: Stack) -> Inside:
    """What the stack is made of."""
    return Inside(stack)
