"""One embedded stack for all platforms' packages."""

from pathlib import Path

import pytest

from tests.support.stack_fixtures import api_of, builder, inside, operator, outside, places, stack

__all__ = ["api_of", "builder", "inside", "operator", "outside", "places", "stack"]

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the folder's tests time."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.timeout(300))
