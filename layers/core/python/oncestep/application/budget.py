"""How much of an invocation is left, and what a claim may take of it. All in milliseconds."""

from typing import NamedTuple

from oncestep.application.ports import Clock
from oncestep.domain.resolve import SKEW

RESERVE = 3_000
"""What settling and answering need after the provider's answer."""


class Lease(NamedTuple):
    """One claim's time: until when the row is held (epoch ms), and the last moment to begin sending (monotonic)."""

    until: int
    latest_start: int


class Budget(NamedTuple):
    """The end of this invocation on the monotonic clock: past it the sandbox is frozen or killed."""

    ends_at: int

    def left(self, clock: Clock) -> int:
        """What is left now."""
        return self.ends_at - clock.monotonic()

    def fits(self, clock: Clock, timeout: int) -> bool:
        """Whether a claim made now could still send with this timeout and settle."""
        return timeout + RESERVE <= self.left(clock)

    def lease(self, clock: Clock, timeout: int) -> Lease:
        """A claim made now: it lasts to the end of the invocation and the skew between two clocks."""
        monotonic, now = clock.monotonic(), clock.now()
        until = now + self.ends_at - monotonic + SKEW
        return Lease(until=until, latest_start=monotonic + (until - now) - timeout - SKEW)
