"""The log of the requests that the proxy has seen, in their order, and of what became of each."""

import itertools
from dataclasses import dataclass
from datetime import UTC, datetime

from cli.providers.proxy.faults import Fault
from cli.providers.proxy.messages import Received


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """`forwarded`: the provider was asked. `answered`: the status that was sent back, None for no answer."""

    n: int
    time: str
    provider: str
    method: str
    path: str
    idempotency_key: str | None
    body: str
    fault: str | None
    fault_id: str | None
    forwarded: bool = False
    upstream_status: int | None = None
    answered: int | None = None

    def contains(self, text: str) -> bool:
        return any(text in part for part in (self.path, self.body, self.idempotency_key or ""))


class Journal:
    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._entries: dict[int, LogEntry] = {}

    def open(self, provider: str, received: Received, fault: Fault | None) -> LogEntry:
        entry = LogEntry(
            n=next(self._numbers),
            time=datetime.now(UTC).isoformat(timespec="milliseconds"),
            provider=provider,
            method=received.method,
            path=received.target,
            idempotency_key=received.header("Idempotency-Key"),
            body=received.text(),
            fault=fault.fault if fault else None,
            fault_id=fault.id if fault else None,
        )
        self._entries[entry.n] = entry
        return entry

    def update(self, entry: LogEntry) -> None:
        """Keep out what was under way when the log was cleared."""
        if entry.n in self._entries:
            self._entries[entry.n] = entry

    def entries(self, provider: str | None = None, contains: str | None = None) -> list[LogEntry]:
        return [
            entry
            for entry in self._entries.values()
            if provider in (None, entry.provider) and (contains is None or entry.contains(contains))
        ]

    def clear(self) -> None:
        self._entries.clear()
