"""The proxy's admin API and the providers' own counts, for tests and the demo. A refused request raises."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import httpx

from cli.providers.proxy.journal import LogEntry

OPERATION = "oncestep_operation"
PAGE_SIZE = 100
POLL_SECONDS = 0.02


class Faults:
    """What goes wrong between Oncestep and its providers, and what passed between them."""

    def __init__(self, admin_url: str) -> None:
        self._http = httpx.Client(base_url=admin_url, event_hooks={"response": [_raise_for_status]})

    def close(self) -> None:
        self._http.close()

    def add(  # noqa: PLR0913 - the admin API's own fields
        self,
        provider: str,
        fault: str,
        *,
        times: int | None = 1,
        method: str | None = None,
        path: str | None = None,
        contains: str | None = None,
        **options: object,
    ) -> str:
        """Set a fault and return its id: `add("mail", "slow", contains="order-1", seconds=2)`.

        `times` None: until it is removed. `path` is a prefix; `contains` looks at headers and body.
        """
        which = {"method": method, "path": path, "contains": contains}
        body = {"provider": provider, "fault": fault, "times": times, "options": options, **which}
        return str(self._http.post("/faults", json=body).json()["id"])

    def remove(self, fault_id: str) -> None:
        self._http.delete(f"/faults/{fault_id}")

    def clear(self) -> None:
        """Remove every fault and forget every request."""
        self._http.delete("/faults")
        self._http.delete("/requests")

    def release(self, fault_id: str) -> None:
        self._http.post(f"/faults/{fault_id}/release")

    def requests(self, provider: str | None = None, contains: str | None = None) -> list[LogEntry]:
        """Oldest first; `contains` looks at path, idempotency key and body."""
        params = {"provider": provider, "contains": contains}
        given = {name: value for name, value in params.items() if value is not None}
        return [LogEntry(**entry) for entry in self._http.get("/requests", params=given).json()["data"]]

    def wait_for(self, wanted: Callable[[LogEntry], bool], *, timeout: float = 5.0) -> LogEntry:
        """Return the first request that is as wanted, once there is one."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            for entry in filter(wanted, self.requests()):
                return entry
            time.sleep(POLL_SECONDS)
        raise TimeoutError(f"no such request within {timeout} s, only {self.requests()}")

    def down(self, provider: str) -> None:
        self._http.post(f"/routes/{provider}/down")

    def up(self, provider: str) -> None:
        self._http.post(f"/routes/{provider}/up")


def inventory_effects(base_url: str) -> Counter[str]:
    """Count the adjustments by reference."""
    return Counter(_get(f"{base_url}/_effects")["by_reference"])


def mail_effects(base_url: str, *, by: Literal["key", "to"] = "key") -> Counter[str]:
    """Count the messages that were sent; only by `to` are those without a key among them."""
    return Counter(_get(f"{base_url}/_effects")[f"by_{by}"])


def payment_effects(base_url: str, api_key: str, *, metadata_key: str = OPERATION) -> Counter[str]:
    """Count localstripe's payments that succeeded by one value of their metadata; others are left out."""
    return Counter(
        intent["metadata"][metadata_key]
        for intent in _payment_intents(base_url, api_key)
        if intent["status"] == "succeeded" and metadata_key in intent["metadata"]
    )


def _payment_intents(base_url: str, api_key: str) -> Iterator[Mapping[str, Any]]:
    params: dict[str, str | int] = {"limit": PAGE_SIZE}
    more = True
    while more:
        page = _get(f"{base_url}/v1/payment_intents", params=params, auth=(api_key, ""))
        yield from page["data"]
        more = page["has_more"]
        params["starting_after"] = page["data"][-1]["id"] if more else ""


def _get(url: str, **request: Any) -> dict[str, Any]:  # noqa: ANN401 - httpx's own keywords
    response = httpx.get(url, **request)
    response.raise_for_status()
    document: dict[str, Any] = response.json()
    return document


def _raise_for_status(response: httpx.Response) -> None:
    if response.is_error:
        raise httpx.HTTPStatusError(
            f"{response.status_code}: {response.read().decode()}", request=response.request, response=response
        )
