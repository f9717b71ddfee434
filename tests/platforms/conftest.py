"""One embedded stack for all platforms' packages: a fresh one, or one that is up, in the folder that RUNNING names."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.local import stack_file
from cli.local.places import Places
from cli.local.stack_file import Stack
from tests.support.stack import running_stack
from tests.support.stack_fixtures import api_of, builder, inside, operator, outside, places

__all__ = ["api_of", "builder", "inside", "operator", "outside", "places"]

HERE = Path(__file__).parent
RUNNING = "ONCESTEP_TEST_STACK"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the folder's tests time."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.timeout(300))


@pytest.fixture(scope="session")
def stack(request: pytest.FixtureRequest) -> Iterator[Stack]:
    """The stack."""
    folder = os.environ.get(RUNNING)
    running = stack_file.read(Places(Path(folder)).stack_file) if folder else None
    if running:
        yield running
        return
    with running_stack(request.getfixturevalue("places")) as fresh:
        yield fresh
