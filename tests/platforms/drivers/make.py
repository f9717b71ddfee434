"""Make has no engine outside its cloud: the generated app is run by what is known of that engine."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import httpx

from cli.local.stack_file import Stack
from tests.platforms.driver import Account, Call, Driver, Ended, Ran, Tested
from tests.platforms.make.app import App
from tests.platforms.make.form import checked
from tests.platforms.make.requests import Failure, Runner

TRIED_AGAIN = {"RateLimitError", "ConnectionError", "ModuleTimeoutError"}
"""The errors after which Make runs an incomplete execution again by itself, with the same bundle."""

RETRIES = 3
"""The real one tries seven times, the last one hours later."""


class Make:
    """See `Driver`."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._app = App()

    def test_connection(self, account: Account) -> Tested:
        """The connection's own request; what it names the account by is its metadata."""
        (name,) = self._app.manifest["components"]["connection"]
        try:
            form = checked(self._app.code("connection", name, "params"), self._app.connection(account))
            metadata = Runner(self._client, {"parameters": form}).run(self._app.requests("connection", name))
        except Failure as failure:
            return Tested(good=False, text=failure.message)
        return Tested(good=True, text=metadata["value"])

    def run(self, account: Account, call: Call) -> Ran:
        """A scenario with one module."""
        return self._run(account, call)

    def run_with_retries(self, account: Account, calls: Sequence[Call]) -> Sequence[Ran]:
        """Incomplete executions run again by themselves; then a person runs the scenario again, with all bundles."""
        for call in calls:
            for _ in range(RETRIES):
                if self._run(account, call).ended is not Ended.AGAIN:
                    break
        return [self._run(account, call) for call in calls]

    def _run(self, account: Account, call: Call) -> Ran:
        module = self._app.module(call.provider, call.action)
        filled = {"oncestep_key": call.key, **call.input}
        try:
            return Ran(Ended.DONE, self._output(account, module, filled))
        except Failure as failure:
            return Ran(Ended.AGAIN if failure.type in TRIED_AGAIN else Ended.STOPPED, message=failure.message)

    def _output(self, account: Account, module: str, filled: Mapping[str, Any]) -> Mapping[str, Any]:
        parameters = checked(self._app.code("module", module, "mappableParams"), filled)
        context = {"parameters": parameters, "connection": self._app.connection(account)}
        output: Mapping[str, Any] = Runner(self._client, context).run(self._app.requests("module", module))
        return output


@contextmanager
def driver(stack: Stack) -> Iterator[Driver]:  # noqa: ARG001 - one shape for all
    """The app."""
    with httpx.Client() as client:
        yield Make(client)
