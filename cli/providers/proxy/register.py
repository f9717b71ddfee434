"""The faults that are set. The oldest one that meets a request applies, and only that one."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from cli.providers.proxy.faults import Fault
from cli.providers.proxy.messages import Received
from cli.providers.refusals import Refusal


@dataclass(slots=True)
class ArmedFault:
    """A fault with its gate, where the hold kinds wait; once open the gate stays open."""

    fault: Fault
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    removed: bool = False

    def remove(self) -> None:
        """Let all requests at the gate go on: nobody is left to release them."""
        self.removed = True
        self.gate.set()


class FaultRegister:
    def __init__(self) -> None:
        self._armed: dict[str, ArmedFault] = {}

    def arm(self, fault: Fault) -> None:
        self._armed[fault.id] = ArmedFault(fault)

    def faults(self) -> Iterable[Fault]:
        """Also those that are used up: they can still be released."""
        return [armed.fault for armed in self._armed.values()]

    def take(self, provider: str, received: Received) -> ArmedFault | None:
        for armed in self._armed.values():
            if armed.fault.meets(provider, received):
                armed.fault = replace(armed.fault, applied=armed.fault.applied + 1)
                return armed
        return None

    def release(self, fault_id: str) -> None:
        self._find(fault_id).gate.set()

    def remove(self, fault_id: str) -> None:
        self._find(fault_id).remove()
        del self._armed[fault_id]

    def clear(self) -> None:
        for fault_id in tuple(self._armed):
            self.remove(fault_id)

    def _find(self, fault_id: str) -> ArmedFault:
        armed = self._armed.get(fault_id)
        if armed is None:
            raise Refusal(404, "not_found", f"there is no fault {fault_id}")
        return armed
