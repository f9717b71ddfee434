"""Tools that import OpenAPI, such as WeWeb, Retool, Bubble and Xano: a caller that knows nothing but the document."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import httpx

from cli.local.stack_file import Stack
from tests.platforms.driver import Account, Call, Driver, Ran, Tested
from tests.platforms.openapi.caller import Caller
from tests.platforms.openapi.document import Document


class OpenApi:
    """See `Driver`."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._document = Document()

    def test_connection(self, account: Account) -> Tested:
        """The operation that tests the key."""
        answer = self._caller(account).get("get_me")
        return Tested(answer.is_success, answer.json()["label"] if answer.is_success else answer.json()["detail"])

    def run(self, account: Account, call: Call) -> Ran:
        """One request, and what it leads to."""
        operation = self._document.operation(f"{call.provider}_{call.action}")
        body = {"idempotency_key": call.key, "input": dict(call.input)}
        return self._caller(account).call(operation, body, call.wait)

    def run_with_retries(self, account: Account, calls: Sequence[Call]) -> Sequence[Ran]:
        """A query that is retried sends all its requests again, and a person presses the button once more."""
        return [self.run(account, call) for _ in range(3) for call in calls][-len(calls) :]

    def _caller(self, account: Account) -> Caller:
        return Caller(self._client, self._document, account)


@contextmanager
def driver(stack: Stack) -> Iterator[Driver]:  # noqa: ARG001 - one shape for all
    """The caller."""
    with httpx.Client() as client:
        yield OpenApi(client)
