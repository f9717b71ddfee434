"""A call of an action as the use cases see it."""

from collections.abc import Mapping
from typing import NamedTuple

from oncestep.domain.identity import Json

DEFAULT_CONNECTION = "default"


class ActionRequest(NamedTuple):
    """One call of an action.

    `wait` (ms) bounds how long the caller waits for the ledger; None: as long as is usual for a new operation, and
    not at all for a repeat.
    """

    provider: str
    action: str
    idempotency_key: str
    input: Mapping[str, Json]
    wait: int | None = None
    connection: str = DEFAULT_CONNECTION
    respond_async: bool = False
    correlation_id: str | None = None
    source_event: str | None = None
    callback_url: str | None = None

    @property
    def full_action(self) -> str:
        """`provider.action`."""
        return f"{self.provider}.{self.action}"
