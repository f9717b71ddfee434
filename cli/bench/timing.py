"""Times two ways of doing the same thing by turns, so that whatever else the machine does hits both."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import TypeAlias

Call: TypeAlias = Callable[[str], object]
"""One call with one idempotency key."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds."""

    p50: float
    p95: float


def by_turns(calls: Sequence[Call], keys: Iterable[str]) -> list[Latency]:
    """The latency of each, over one call per key."""
    turns = [[_milliseconds(call, key) for call in calls] for key in keys]
    return [_latency(times) for times in zip(*turns, strict=True)]


def _milliseconds(call: Call, key: str) -> float:
    started = perf_counter()
    call(key)
    return (perf_counter() - started) * 1000


def _latency(times: Sequence[float]) -> Latency:
    return Latency(median(times), quantiles(times, n=20)[-1])
