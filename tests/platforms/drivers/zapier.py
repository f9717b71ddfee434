"""Zapier: the generated app, run by Zapier's own core as its cloud runs it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cli.local.stack_file import Stack
from tests.platforms.driver import Account, Call, Driver, Ended, Ran, Tested
from tests.platforms.zapier.calls import Calls, calls
from tests.platforms.zapier.core import Core, Failed
from tests.platforms.zapier.zap import Zap, auth_data, bundle


class Zapier:
    """See `Driver`."""

    def __init__(self, receiver: Calls) -> None:
        self._core = Core()
        self._zap = Zap(self._core, receiver)

    def test_connection(self, account: Account) -> Tested:
        """The test, and the label that it gives."""
        data = auth_data(account)
        try:
            found = self._core.results("authentication.test", {"authData": data})
            label = self._core.results("authentication.connectionLabel", {"authData": data, "inputData": found})
        except Failed as failed:
            return Tested(good=False, text=failed.message)
        return Tested(good=True, text=label)

    def run(self, account: Account, call: Call) -> Ran:
        """A Zap with one step."""
        return self._zap.run(f"{call.provider}_{call.action}", bundle(account, call), call.wait)

    def run_with_retries(self, account: Account, calls: Sequence[Call]) -> Sequence[Ran]:
        """A Zap runs once for each item; autoreplay repeats the steps that failed, then a person replays all runs."""
        first = [self.run(account, call) for call in calls]
        for call, ran in zip(calls, first, strict=True):
            if ran.ended is Ended.AGAIN:
                self.run(account, call)
        return [self.run(account, call) for call in calls]


@contextmanager
def driver(stack: Stack) -> Iterator[Driver]:  # noqa: ARG001 - one shape for all
    """The app, with addresses to be called at."""
    with calls() as receiver:
        yield Zapier(receiver)
