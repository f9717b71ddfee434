"""Power Automate has no engine outside its cloud: the generated connector is run by what is known of that engine."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import httpx

from cli.local.stack_file import Stack
from tests.platforms.driver import Account, Call, Driver, Ended, Ran, Tested
from tests.platforms.power_automate.connector import Connector
from tests.platforms.power_automate.engine import TIMEOUT, Engine
from tests.platforms.power_automate.step import request_of


class PowerAutomate:
    """See `Driver`."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._connector = Connector()

    def test_connection(self, account: Account) -> Tested:
        """The operation that the definition names for it."""
        request = request_of(self._connector, self._connector.test, self._connector.connection(account), {})
        tested = Engine(self._client).run(request, patience=0)
        good = tested.ended is Ended.DONE
        return Tested(good, str(tested.output["label"]) if good else tested.message)

    def run(self, account: Account, call: Call) -> Ran:
        """A flow with one step."""
        return self._run(Engine(self._client), account, call)

    def run_with_retries(self, account: Account, calls: Sequence[Call]) -> Sequence[Ran]:
        """The first answer of each item is lost, so that the engine sends again; then a person resubmits the run."""
        forgetful = Engine(self._client, lost=1)
        for call in calls:
            self._run(forgetful, account, call)
        return [self._run(Engine(self._client), account, call) for call in calls]

    def _run(self, engine: Engine, account: Account, call: Call) -> Ran:
        operation = self._connector.step(call.provider, call.action)
        body = {"idempotency_key": call.key, "input": dict(call.input)}
        connection = self._connector.connection(account)
        return engine.run(request_of(self._connector, operation, connection, {"body": body}), call.wait)


@contextmanager
def driver(stack: Stack) -> Iterator[Driver]:  # noqa: ARG001 - one shape for all
    """The connector."""
    with httpx.Client(timeout=TIMEOUT) as client:
        yield PowerAutomate(client)
