"""The recorded events, and variations of them."""

import json
from pathlib import Path
from typing import Any, TypeAlias

from oncestep.domain.callers import Caller
from oncestep.runtime.http import authorized_context

FOLDER = Path(__file__).parents[3] / "events"
ALL = sorted(path.stem for path in FOLDER.glob("*.json"))

Event: TypeAlias = dict[str, Any]


def recorded(name: str) -> Event:
    """The event `<function>.<case>`, fresh."""
    event: Event = json.loads((FOLDER / f"{name}.json").read_text())
    return event


def by(event: Event, caller: Caller) -> Event:
    """The event as it comes with this caller's key."""
    event["requestContext"]["authorizer"] |= authorized_context(caller)
    return event


def with_headers(event: Event, **headers: str | list[str]) -> Event:
    """The event with further headers; names are written with underscores, several values as a list."""
    for name, values in headers.items():
        event["multiValueHeaders"][name.replace("_", "-")] = [values] if isinstance(values, str) else values
    return event


def with_body(event: Event, body: object) -> Event:
    """The event with this JSON body, or with this text as it is."""
    event["body"] = body if isinstance(body, str) else json.dumps(body)
    return event


class Context:
    """A Lambda context with this much time left (ms)."""

    def __init__(self, left: int = 29_000) -> None:
        self._left = left

    def get_remaining_time_in_millis(self) -> int:
        return self._left
