"""The HTTP API as the holder of one key calls it."""

import time
from typing import Any

import httpx

from tests.support.patience import PATIENCE, until
from tests.support.steps import Step

# The first call of many at once starts as many interpreters.
TIMEOUT = 2 * PATIENCE


class Api:
    """Answers are given back as they come; nothing is repeated but by `finish`."""

    def __init__(self, api_url: str, api_key: str) -> None:
        self.http = httpx.Client(
            base_url=f"{api_url}/v1",
            headers={"x-api-key": api_key},
            timeout=TIMEOUT,
            limits=httpx.Limits(max_connections=None),
        )

    def close(self) -> None:
        """End its connections."""
        self.http.close()

    def run(self, step: Step, *, prefer: str | None = None, **fields: object) -> httpx.Response:
        """Post a step once, with further fields of the call."""
        headers = {} if prefer is None else {"Prefer": prefer}
        return self.http.post(step.path, json={**step.body, **fields}, headers=headers)

    def finish(self, step: Step) -> httpx.Response:
        """Post a step and follow its Location, as the tools do, until it is no longer processing."""
        answer = self.run(step)
        deadline = time.monotonic() + PATIENCE
        while answer.status_code == httpx.codes.ACCEPTED and time.monotonic() < deadline:
            time.sleep(float(answer.headers["Retry-After"]))
            answer = self.http.get(answer.headers["Location"])
        return answer

    def show(self, step: Step) -> dict[str, Any]:
        """The whole operation."""
        answer = self.http.get(f"/operations/{step.operation_id}").raise_for_status()
        return dict(answer.json())

    def settled(self, step: Step) -> dict[str, Any]:
        """The whole operation, once it is no longer processing."""
        return until(lambda: self.show(step), lambda operation: operation["status"] != "processing")

    def reached(self, step: Step, state: str) -> dict[str, Any]:
        """The whole operation, once it is in that state."""
        return until(lambda: self.show(step), lambda operation: operation["state"] == state)

    def exists(self, step: Step) -> bool:
        """Whether there is such an operation, for this key."""
        answer = self.http.get(f"/operations/{step.operation_id}")
        return answer.status_code != httpx.codes.NOT_FOUND

    def order(self, verb: str, step: Step, **fields: object) -> httpx.Response:
        """What an operator does to an operation."""
        body = {"reason": "seen in a test", **fields}
        return self.http.post(f"/operations/{step.operation_id}/{verb}", json=body)
