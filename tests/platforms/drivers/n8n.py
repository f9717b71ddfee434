"""n8n: the built package, run by n8n's own engine."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from cli.local.stack_file import Stack
from tests.platforms.driver import Account, Call, Driver, Ended, Ran, Tested
from tests.platforms.n8n.engine import Engine, engine
from tests.platforms.n8n.workflows import CREDENTIAL, STEP, credentials, item, step, workflow

RETRY_ON_FAIL = {"retryOnFail": True, "maxTries": 3, "waitBetweenTries": 200}
GO_ON = {"onError": "continueRegularOutput"}


class N8n:
    """See `Driver`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def test_connection(self, account: Account) -> Tested:
        """As the editor does when the credential is saved."""
        tested = self._engine.ask("test", type=CREDENTIAL, account=credentials(account))
        good = tested["status"] == "OK"
        return Tested(good, tested["json"]["label"] if good else tested["message"])

    def run(self, account: Account, call: Call) -> Ran:
        """A workflow whose trigger gives one item; it goes on with what the step says of a failure."""
        told = self._execute(account, [call], GO_ON)
        (ran,) = _items(told)
        return ran

    def run_with_retries(self, account: Account, calls: Sequence[Call]) -> Sequence[Ran]:
        """Too little time, and the node's own retries of all items; then a person retries it, and runs it anew."""
        hasty = [Call(call.provider, call.action, call.key, call.input, wait=0) for call in calls]
        told = self._execute(account, hasty, RETRY_ON_FAIL)
        while told.get("error"):
            told = self._engine.ask("retry", execution=told["execution"])
        self._execute(account, calls, RETRY_ON_FAIL)
        return _items(self._execute(account, calls, GO_ON))

    def _execute(self, account: Account, calls: Sequence[Call], settings: Mapping[str, Any]) -> Mapping[str, Any]:
        told: Mapping[str, Any] = self._engine.ask(
            "execute",
            workflow=workflow(step(calls[0], **settings)),
            items=[item(call) for call in calls],
            account=credentials(account),
        )
        return told


def _items(told: Mapping[str, Any]) -> list[Ran]:
    return [_ran(item["json"]) for item in told["outputs"][STEP][0]]


def _ran(json: Mapping[str, Any]) -> Ran:
    if "error" not in json:
        return Ran(Ended.DONE, json)
    ended = Ended.AGAIN if json["details"]["retryable"] else Ended.STOPPED
    return Ran(ended, json["details"], f"{json['message']} {json['details']['todo']}")


@contextmanager
def driver(stack: Stack) -> Iterator[Driver]:  # noqa: ARG001 - one shape for all
    """The engine's process."""
    with engine() as running:
        yield N8n(running)
