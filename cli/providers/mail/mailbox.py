"""The messages that were sent, in memory."""

import re
import uuid
from collections import Counter
from dataclasses import dataclass

from cli.providers.fields import Fields
from cli.providers.refusals import InvalidField, Refusal

ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")


@dataclass(frozen=True, slots=True)
class Message:
    id: str
    to: str
    subject: str
    text: str


class Mailbox:
    def __init__(self) -> None:
        self._messages: dict[str, Message] = {}
        self._by_key: Counter[str] = Counter()

    def clear(self) -> None:
        self._messages.clear()
        self._by_key.clear()

    def send(self, fields: Fields, key: str | None) -> Message:
        message = _read(fields)
        self._messages[message.id] = message
        if key is not None:
            self._by_key[key] += 1
        return message

    def find(self, message_id: str) -> Message:
        found = self._messages.get(message_id)
        if found is None:
            raise Refusal(404, "not_found", f"there is no message {message_id}")
        return found

    def effects(self) -> dict[str, object]:
        by_to = Counter(message.to for message in self._messages.values())
        return {"count": len(self._messages), "by_key": self._by_key, "by_to": by_to}


def _read(fields: Fields) -> Message:
    to = fields.text("to")
    if not ADDRESS.fullmatch(to):
        raise InvalidField("to", "must be an e-mail address")
    return Message(f"msg_{uuid.uuid4().hex}", to, fields.text("subject"), fields.text("text"))
