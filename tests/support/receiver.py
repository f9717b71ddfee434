"""Who is told: the callers' own addresses, where every message is checked with the library that receivers use."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from standardwebhooks import Webhook

from cli.callbacks import new_signing_secret
from connectors.contracts.catalog import compile_catalog
from connectors.contracts.discovery import PROVIDERS
from oncestep.adapters.compiled_action import action_of
from oncestep.application.ports import Connection, Outgoing, Sender
from oncestep.domain.contract import Action
from oncestep.domain.outcomes import Answer, Evidence
from tests.support.provider import Behaviour

HOSTS = ("caller.example", "other.example")
DONE, ELSEWHERE = (f"https://{host}/done?run=1" for host in HOSTS)
SECRET = new_signing_secret()
CONNECTION = Connection("default", "callbacks", allowed_hosts=HOSTS, credentials={"signing_secret": SECRET})


@cache
def callback_action() -> Action:
    """As the real contract has it."""
    return action_of(compile_catalog([PROVIDERS]).providers["oncestep"]["actions"]["callback"])


@dataclass(frozen=True, slots=True)
class Told:
    """One message: to which address, under which ID, and what it says."""

    url: str
    message_id: str
    body: dict[str, Any]

    @property
    def what(self) -> str:
        """`operation.succeeded` and so on."""
        return str(self.body["type"])


@dataclass(slots=True)
class Receiver:
    """Takes messages to the callers' addresses; everything else goes on to the provider.

    `next` holds behaviours for the coming messages; when it is empty, a message is taken.
    """

    provider: Sender
    told: list[Told] = field(default_factory=list)
    next: list[Behaviour] = field(default_factory=list)
    always: Callable[[Outgoing], Evidence] | None = None

    def send(self, request: Outgoing) -> Evidence:
        if urlsplit(request.url).hostname not in HOSTS:
            return self.provider.send(request)
        behaviour = self.next.pop(0) if self.next else self.always
        if behaviour:
            return behaviour(request)
        self.told.append(_checked(request))
        return Answer(204, {}, b"")

    def whats(self, url: str) -> list[str]:
        """What one address was told, in order."""
        return [told.what for told in self.told if told.url == url]


def _checked(request: Outgoing) -> Told:
    headers = {name.lower(): value for name, value in request.headers}
    message_id, body = headers["webhook-id"], request.body.decode()
    sent_at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
    assert headers["webhook-signature"] == Webhook(SECRET).sign(message_id, sent_at, body)
    return Told(request.url, message_id, json.loads(body))
