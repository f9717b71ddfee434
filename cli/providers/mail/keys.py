"""The idempotency keys that the mail provider remembers, each with its request and its answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from cli.providers.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    document: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Remembered:
    request: Mapping[str, object]
    since: float
    answer: Answer | None = None


class Keys:
    def __init__(self, retention_seconds: float, now: Callable[[], float]) -> None:
        self._retention = retention_seconds
        self._now = now
        self._keys: dict[str, _Remembered] = {}

    def claim(self, key: str, request: Mapping[str, object]) -> Answer | None:
        """Return the stored answer of a repeat; None for who holds the key from now and must store one."""
        known = self._known(key)
        if known is None:
            self._keys[key] = _Remembered(request, self._now())
            return None
        if known.request != request:
            raise Refusal(409, "invalid_idempotent_request", "this key was used with another body")
        if known.answer is None:
            raise Refusal(409, "concurrent_idempotent_requests", "a request with this key is under way")
        return known.answer

    def store(self, key: str, answer: Answer) -> None:
        if key in self._keys:
            self._keys[key] = replace(self._keys[key], answer=answer)

    def clear(self) -> None:
        self._keys.clear()

    def _known(self, key: str) -> _Remembered | None:
        known = self._keys.get(key)
        if known is not None and self._now() - known.since < self._retention:
            return known
        return None
