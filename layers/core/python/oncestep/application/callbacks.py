"""Callbacks: for each event and address an operation of its own, which the same engine sends, retries and stops."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from oncestep.application.calls import DEFAULT_CONNECTION
from oncestep.application.policies import Policies
from oncestep.application.ports import Chance, Clock
from oncestep.domain.freezing import freeze
from oncestep.domain.identity import Json, callback_key, canonical_json, fingerprint, operation_id
from oncestep.domain.operation import Event, Operation
from oncestep.domain.states import State
from oncestep.domain.transitions import GRACE

PROVIDER, ACTION = "oncestep", "callback"
HEAD_START = 2_000
"""How long (ms) a message waits: whoever gave its address with a call must see the call's own answer first."""


@dataclass(slots=True, eq=False, repr=False)
class Callbacks:
    """Makes the rows of callbacks; stores and sends nothing."""

    policies: Policies
    clock: Clock
    chance: Chance

    def of(self, operation: Operation) -> Iterator[Operation]:
        """The callbacks of all events that callers must still be told of.

        Their keys are derived from the operation, the event and the address: made twice, they meet on one row.
        """
        for event in operation.events:
            for place, url in enumerate(operation.callback_urls):
                yield self._callback(operation, callback_key(operation.operation_id, event.number, place), url, event)

    def _callback(self, parent: Operation, key: str, url: str, event: Event) -> Operation:
        action = self.policies.action(PROVIDER, ACTION)
        own_id = operation_id(parent.client, action.full_name, key)
        body = json.dumps(event_body(parent, event), ensure_ascii=False)
        origin, path = split(url)
        value: Json = {"path": path, "event": body}
        now = self.clock.now()
        return Operation(
            operation_id=own_id,
            client=parent.client,
            provider=PROVIDER,
            action=ACTION,
            idempotency_key=key,
            fingerprint=fingerprint(action=action.full_name, connection=DEFAULT_CONNECTION, canonical_input=value),
            input_digest=hashlib.sha256(canonical_json(value).encode()).hexdigest(),
            connection=DEFAULT_CONNECTION,
            account="",  # the receiver remembers the key, whatever the secret's owner is called
            contract_version=action.contract_version,
            request=freeze(action, value, own_id, origin),
            created_at=now,
            updated_at=now,
            round_started_at=now,
            next_at=now + HEAD_START,
            due_at=now + HEAD_START + GRACE,
            state=State.ACCEPTED,
            owner=self.chance.token(),
            correlation_id=parent.correlation_id,
            source_event=parent.source_event,
            parent=parent.operation_id,
            snapshot=body,
        )


def event_body(operation: Operation, event: Event) -> dict[str, Json]:
    """What a receiver is told: how the operation stood then. It has no result in it; `/result` has.

    `type` is `operation.` and the status; the shape is the one that Standard Webhooks recommends. Messages may overtake
    each other: of two about one operation, the one with the higher `version` is the later.
    """
    return {
        "type": f"operation.{event.status}",
        "timestamp": datetime.fromtimestamp(event.at / 1000, UTC).isoformat(timespec="milliseconds"),
        "data": {
            "operation_id": operation.operation_id,
            "version": event.number,
            "parent": operation.parent,
            "status": str(event.status),
            "state": str(event.state),
            "attention": event.attention and str(event.attention),
            "detail": event.detail,
            "action": operation.full_action,
            "idempotency_key": operation.idempotency_key,
            "correlation_id": operation.correlation_id,
            "source_event": operation.source_event,
        },
    }


def split(url: str) -> tuple[str, str]:
    """An address as its origin and the rest, from the path on."""
    parts = urlsplit(url)
    rest = parts._replace(scheme="", netloc="").geturl()
    return f"{parts.scheme}://{parts.netloc}", rest if rest.startswith("/") else f"/{rest}"
