"""Waiting for what other processes do; how long it takes is nobody's business here."""

import time
from collections.abc import Callable
from typing import TypeVar

Seen = TypeVar("Seen")

PATIENCE = 90.0
PAUSE = 0.1


def until(probe: Callable[[], Seen], wanted: Callable[[Seen], bool]) -> Seen:
    """Look again and again, and return the first thing seen that is as wanted."""
    deadline = time.monotonic() + PATIENCE
    while not wanted(seen := probe()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {PATIENCE} s; the last that was seen: {seen!r}")
        time.sleep(PAUSE)
    return seen
