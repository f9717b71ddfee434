"""How pytest-xdist shares out the tests: a file to a worker, and all of tests/e2e to one, which runs one stack."""

from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

E2E = "tests/e2e"


class ByFile(LoadScopeScheduling):
    """Tests of one scope run on one worker."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return E2E if Path(file).is_relative_to(E2E) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """What pytest-xdist asks for its scheduler."""
    return ByFile(config, log)
