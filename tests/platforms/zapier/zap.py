"""A step of a Zap: runs it, and where it waits for a call, resumes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.platforms.driver import Account, Call, Ended, Ran
from tests.platforms.zapier.calls import Calls
from tests.platforms.zapier.core import Bundle, Core, Failed

STOPPING = {"HaltedError", "ExpiredAuthError"}
"""Autoreplay leaves these alone; all else is replayed, or run again by Zapier itself (ThrottledError)."""


@dataclass(frozen=True, slots=True)
class Zap:
    """Runs steps by a core."""

    core: Core
    calls: Calls

    def run(self, create: str, bundle: Bundle, patience: float) -> Ran:
        """One run of a step, which may wait so many seconds for its call."""
        try:
            return Ran(Ended.DONE, self._output(f"creates.{create}.operation", bundle, patience))
        except Failed as failed:
            return Ran(Ended.STOPPED if failed.name in STOPPING else Ended.AGAIN, message=failed.message)
        except TimeoutError as waiting:
            return Ran(Ended.AGAIN, message=str(waiting))

    def _output(self, operation: str, bundle: Bundle, patience: float) -> Mapping[str, Any]:
        address = self.calls.new_address()
        envelope = self.core.execute(f"{operation}.perform", bundle, address)
        results: Mapping[str, Any] = envelope["results"]
        if envelope["status"] != "CALLBACK":
            return results
        body = self.calls.next(address, patience)
        if body is None:
            raise TimeoutError(f"still waiting for a call after {patience} s: {results}")
        resumed = {**bundle, "outputData": results, "cleanedRequest": body}
        output: Mapping[str, Any] = self.core.execute(f"{operation}.performResume", resumed)["results"]
        return output


def auth_data(account: Account) -> Mapping[str, str]:
    """The connection's fields."""
    return {"base_url": account.base_url, "api_key": account.api_key}


def bundle(account: Account, call: Call, **more: object) -> dict[str, Any]:
    """What a step gets: the connection, and the fields as the builder has filled them in."""
    fields = {f"input_{name}": value for name, value in call.input.items()}
    return {"authData": auth_data(account), "inputData": {"idempotency_key": call.key, **fields, **more}, "meta": {}}
