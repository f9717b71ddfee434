"""The mail provider's clock: it can be moved ahead, so that nobody waits for a retention of days."""

import time


class Clock:
    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        return time.monotonic() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds
