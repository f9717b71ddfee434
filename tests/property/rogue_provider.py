"""A provider that keeps what its contract promises, behind a network that promises nothing."""

from dataclasses import dataclass, field

from oncestep.application.ports import Outgoing
from oncestep.domain.outcomes import Answer, Evidence
from tests.property.processes import Stage
from tests.support.actions import DAY
from tests.support.fakes import FakeClock
from tests.support.provider import LOST, MemoryProvider, answer


@dataclass
class RogueProvider(MemoryProvider):
    """Requests may arrive up to `processing` ms after their sender's end; keys are remembered for a day."""

    clock: FakeClock = field(default_factory=FakeClock)
    stage: Stage = field(default_factory=Stage)
    processing: int = 0
    transit: list[tuple[Outgoing, int]] = field(default_factory=list)
    remembers_since: int | None = None

    def send(self, request: Outgoing) -> Evidence:
        """What happens, happens now; its sender may hear of it much later."""
        if self.stage.running:
            self.next = [self.stage.running.behaviour]
        evidence = super().send(request)
        self.stage.pause()
        return evidence

    def apply(self, request: Outgoing) -> Answer:
        """Do it, or replay the answer under its key."""
        self.remembers_since = self.remembers_since or self.clock.now()
        return super().apply(request)

    def delay(self, request: Outgoing) -> Evidence:
        """The sender gives up, and nobody knows whether its request arrives."""
        self.transit.append((request, self.clock.now() + self.processing))
        return LOST

    def arrive(self) -> None:
        """The request that has been on its way the longest arrives now."""
        request, _ = self.transit.pop(0)
        self.apply(request)

    def says(self, request: Outgoing, status: int) -> Answer:
        """Not this time; but a key that it knows gets the answer that it had."""
        return self.apply(request) if self.knows(request) else answer(status)

    def says_in_progress(self, request: Outgoing) -> Answer:
        """What a duplicate gets while the first request with its key is under way."""
        under_way = self.keyed and self.transit and not self.knows(request)
        return answer(409, {"error": "in_progress"}) if under_way else self.apply(request)

    def says_duplicate(self, request: Outgoing, status: int) -> Answer:
        """A key that it knows is refused as a duplicate, whatever became of the first request; a new one is served."""
        return answer(status, {"error": "duplicate"}) if self.knows(request) else self.apply(request)

    def knows(self, request: Outgoing) -> bool:
        """Whether it remembers the request's key."""
        return dict(request.headers).get("Idempotency-Key") in self.keys

    def time_passed(self) -> None:
        """Requests that did not arrive in time never will, and keys are forgotten."""
        now = self.clock.now()
        self.transit = [(request, until) for request, until in self.transit if now <= until]
        if self.remembers_since is not None and now >= self.remembers_since + DAY:
            self.forget_keys()
            self.remembers_since = None
