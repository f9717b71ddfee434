"""How pytest-xdist shares out the tests: a file to a worker, and all of tests/e2e to one, which runs one stack.

And what a run says in the end of the tests that need something that is not part of the project.
"""

from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.connectors.vendor_schemas import HOW_TO_HAVE_THEM, NO_SCHEMAS

E2E = "tests/e2e"


class ByFile(LoadScopeScheduling):
    """Tests of one scope run on one worker."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return E2E if Path(file).is_relative_to(E2E) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """What pytest-xdist asks for its scheduler."""
    return ByFile(config, log)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was left out because vendors' schemas are not here, and how to have it run."""
    left_out = sum(NO_SCHEMAS in str(report.longrepr) for report in terminalreporter.stats.get("skipped", ()))
    if left_out:
        terminalreporter.write_line(f"{left_out} tests were skipped because {NO_SCHEMAS}: {HOW_TO_HAVE_THEM}")
