"""How Power Automate runs a step: it sends again by itself after 408, 429 and 5xx, and asks at Location after 202."""

import time
from dataclasses import dataclass
from http import HTTPStatus

import httpx

from tests.platforms.driver import Ended, Ran

RETRIES = 2
"""The default policy of the lower plans; the others send eight times."""

TIMEOUT = 120
POLL = 20
"""Seconds between polls where the answer does not say."""

PAUSE = 0.2
"""Between retries where the answer does not say; the real one waits longer."""


@dataclass(frozen=True, slots=True)
class Engine:
    """`lost`: how many of a step's answers get lost on the way, as the gateway's time limit does it."""

    client: httpx.Client
    lost: int = 0

    def run(self, request: httpx.Request, patience: float) -> Ran:
        """The step with all its retries and polls."""
        answer = self._send_until_taken(request)
        end = time.monotonic() + patience
        while answer.status_code == HTTPStatus.ACCEPTED:
            if time.monotonic() > end:
                return Ran(Ended.AGAIN, message="the step took too long")
            time.sleep(float(answer.headers.get("Retry-After", POLL)))
            answer = self._poll(answer.headers["Location"], request)
        return ran(answer)

    def _send_until_taken(self, request: httpx.Request) -> httpx.Response:
        for attempt in range(RETRIES + 1):
            answer = self._send(request)
            if attempt < self.lost:
                answer = httpx.Response(HTTPStatus.GATEWAY_TIMEOUT)
            if not may_be_sent_again(answer):
                break
            time.sleep(float(answer.headers.get("Retry-After", PAUSE)))
        return answer

    def _poll(self, location: str, request: httpx.Request) -> httpx.Response:
        credentials = {name: value for name, value in request.headers.items() if name == "x-api-key"}
        return self._send(httpx.Request("GET", location, headers=credentials))

    def _send(self, request: httpx.Request) -> httpx.Response:
        try:
            return self.client.send(request)
        except httpx.TransportError as error:
            return httpx.Response(HTTPStatus.BAD_GATEWAY, text=str(error))


def may_be_sent_again(answer: httpx.Response) -> bool:
    """Whether the engine sends again by itself."""
    return answer.status_code in {408, 429} or answer.is_server_error


def ran(answer: httpx.Response) -> Ran:
    """The step's end, as the run's history shows it."""
    if answer.is_success:
        return Ran(Ended.DONE, answer.json())
    return Ran(Ended.AGAIN if may_be_sent_again(answer) else Ended.STOPPED, message=answer.text)
