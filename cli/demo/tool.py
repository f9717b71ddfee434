"""A no-code tool as Oncestep meets it: it posts a step, repeats what failed, and polls what is not done yet."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

PATIENCE = 170.0
"""How long a flow waits for one step (s): a killed sender's lease, two sweeps and their work fit in."""
REPEATS_AFTER = 1.0


@dataclass(slots=True)
class Step:
    """What the tool saw of one step: its operation, its last answer, and how often it called."""

    action: str
    operation_id: str = ""
    status: int = 0
    body: Mapping[str, Any] = field(default_factory=dict)
    calls: int = 0
    replayed: int = 0

    @property
    def done(self) -> bool:
        """Whether the step succeeded."""
        return self.status == httpx.codes.OK


class Tool:
    """One builder's tool, with its API key."""

    def __init__(self, api_url: str, api_key: str) -> None:
        self._http = httpx.Client(
            base_url=f"{api_url}/v1", headers={"x-api-key": api_key, "Prefer": "wait=5"}, timeout=60
        )

    def call(self, action: str, key: str, value: Mapping[str, Any], flow: str) -> Step:
        """Run a step to its end, as the tools do: the same key, however often."""
        step = Step(action)
        until = time.monotonic() + PATIENCE
        body = {"input": value, "idempotency_key": key, "correlation_id": flow}
        answer = self._post(step, body, until)
        while answer.status_code == httpx.codes.ACCEPTED and time.monotonic() < until:
            time.sleep(float(answer.headers["Retry-After"]))
            answer = self._get(answer.headers["Location"])
        return _seen(step, answer)

    def once(self, action: str, key: str, value: Mapping[str, Any], flow: str) -> Step:
        """One call, whatever comes of it."""
        step = Step(action)
        body = {"input": value, "idempotency_key": key, "correlation_id": flow}
        return _seen(step, self._post(step, body, time.monotonic()))

    def result(self, operation_id: str) -> httpx.Response:
        """What a repeat of the step would be answered now."""
        return self._http.get(f"/operations/{operation_id}/result")

    def _post(self, step: Step, body: Mapping[str, Any], until: float) -> httpx.Response:
        """Post until there is an answer that is not the gateway's own: a killed function answers nothing itself."""
        while True:
            answer = self._try(step, body)
            if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR or time.monotonic() >= until:
                return answer
            time.sleep(REPEATS_AFTER)

    def _try(self, step: Step, body: Mapping[str, Any]) -> httpx.Response:
        step.calls += 1
        try:
            answer = self._http.post(f"/actions/{step.action.replace('.', '/')}", json=body)
        except httpx.TransportError as error:
            return httpx.Response(httpx.codes.BAD_GATEWAY, json={"detail": str(error)})
        step.replayed += answer.headers.get("Idempotent-Replayed") == "true"
        return answer

    def _get(self, location: str) -> httpx.Response:
        try:
            return self._http.get(location)
        except httpx.TransportError as error:
            return httpx.Response(
                httpx.codes.ACCEPTED, headers={"Location": location, "Retry-After": "1"}, text=str(error)
            )


def _seen(step: Step, answer: httpx.Response) -> Step:
    step.status, step.body = answer.status_code, answer.json()
    step.operation_id = step.body.get("operation_id", "")
    return step
