"""A tool without a connector of its own: it calls what the document describes and looks at what comes back."""

import time
from collections.abc import Mapping
from typing import Any

import httpx

from tests.platforms.driver import Account, Ended, Ran
from tests.platforms.openapi.document import Document, Operation

TIMEOUT = 40
WAIT = "wait=20"


class Caller:
    """Calls operations of one document for one account."""

    def __init__(self, client: httpx.Client, document: Document, account: Account) -> None:
        self._client = client
        self._document = document
        self._server = document.server(account.base_url)
        self._headers = document.security(account)

    def get(self, operation_id: str) -> httpx.Response:
        """An operation without parameters."""
        operation = self._document.operation(operation_id)
        return self._checked(operation, self._server + operation.path)

    def call(self, operation: Operation, body: Mapping[str, Any], patience: float) -> Ran:
        """An action, with its answer waited for as the document says."""
        self._document.check_body(operation, body)
        try:
            answer = self._checked(operation, self._server + operation.path, json=body, headers={"Prefer": WAIT})
            return ran(self._waited_for(answer, patience))
        except httpx.TransportError as error:
            return Ran(Ended.AGAIN, message=str(error))

    def _waited_for(self, answer: httpx.Response, patience: float) -> httpx.Response:
        operation = self._document.operation("get_result")
        end = time.monotonic() + patience
        while answer.status_code == httpx.codes.ACCEPTED and time.monotonic() < end:
            time.sleep(int(answer.headers["Retry-After"]))
            location = answer.headers["Location"]
            path = operation.path.format(id=answer.json()["operation_id"])
            assert location == self._server + path
            answer = self._checked(operation, location)
        return answer

    def _checked(self, operation: Operation, url: str, **request: Any) -> httpx.Response:  # noqa: ANN401 - httpx's own
        headers = {**self._headers, **request.pop("headers", {})}
        answer = self._client.request(operation.method, url, headers=headers, timeout=TIMEOUT, **request)
        self._document.check_answer(operation, answer)
        return answer


def ran(answer: httpx.Response) -> Ran:
    """How the step ended: a problem says itself whether the same may be sent again."""
    if answer.status_code == httpx.codes.OK:
        return Ran(Ended.DONE, answer.json())
    if answer.status_code == httpx.codes.ACCEPTED:
        return Ran(Ended.AGAIN, message="it is still processing")
    return Ran(Ended.AGAIN if answer.json()["retryable"] else Ended.STOPPED, message=answer.text)
