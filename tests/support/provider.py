"""A provider in memory that does what a test tells it, and counts its effects."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from oncestep.application.ports import Outgoing
from oncestep.domain.outcomes import Answer, Evidence, NoAnswer, Stage

LOST = NoAnswer(Stage.AFTER_WRITE, "connection_lost")
REFUSED_CONNECTION = NoAnswer(Stage.BEFORE_WRITE, "connection_refused")


def answer(status: int, body: object = None, **headers: str) -> Answer:
    """An answer with a JSON body; header names are written with underscores."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, names, json.dumps(body or {}).encode())


Behaviour = Callable[[Outgoing], Evidence]


@dataclass(slots=True)
class MemoryProvider:
    """Applies requests, and remembers keys if it is of the kind that does.

    `next` holds behaviours for the coming requests; when it is empty, a request is simply applied.
    """

    keyed: bool = False
    next: list[Behaviour] = field(default_factory=list)
    things: list[dict[str, str]] = field(default_factory=list)
    keys: dict[str, Answer] = field(default_factory=dict)
    requests: list[Outgoing] = field(default_factory=list)
    on_the_way: list[Outgoing] = field(default_factory=list)
    listing: Behaviour | None = None
    after_list: Callable[[], None] | None = None

    @property
    def effects(self) -> int:
        """How many things were made."""
        return len(self.things)

    def send(self, request: Outgoing) -> Evidence:
        self.requests.append(request)
        if request.method == "GET":
            return self.listing(request) if self.listing else self._list(request)
        behaviour = self.next.pop(0) if self.next else self.apply
        return behaviour(request)

    @property
    def sent(self) -> list[Outgoing]:
        """The requests that were meant to have an effect."""
        return [request for request in self.requests if request.method != "GET"]

    def _list(self, request: Outgoing) -> Evidence:
        wanted = urlsplit(request.url).query.partition("=")[2]
        listed = answer(200, {"data": [thing for thing in self.things if thing["reference"] == wanted]})
        act, self.after_list = self.after_list, None
        if act:
            act()  # the one who asked stalls, with this answer in hand
        return listed

    def apply(self, request: Outgoing) -> Answer:
        """Do it, or replay the answer under its key."""
        key = dict(request.headers).get("Idempotency-Key")
        if self.keyed and key in self.keys:
            return self.keys[key]
        made = answer(201, self._make(request))
        if self.keyed and key:
            self.keys[key] = made
        return made

    def _make(self, request: Outgoing) -> dict[str, str]:
        reference = json.loads(request.body)["reference"]
        self.things.append({"id": f"thing-{self.effects + 1}", "reference": reference})
        return self.things[-1]

    def apply_and_lose(self, request: Outgoing) -> Evidence:
        """Do it, but the answer is lost."""
        self.apply(request)
        return LOST

    def apply_and_fail(self, request: Outgoing) -> Evidence:
        """Do it, and answer 500."""
        self.apply(request)
        return answer(500)

    def lose(self, request: Outgoing) -> Evidence:
        """The request itself is lost on the way."""
        del request
        return LOST

    def delay(self, request: Outgoing) -> Evidence:
        """The caller gives up while the request is still on its way; `arrive` lets it in."""
        self.on_the_way.append(request)
        return LOST

    def arrive(self) -> None:
        """Everything on the way arrives now."""
        waiting, self.on_the_way = self.on_the_way, []
        for request in waiting:
            self.apply(request)

    def forget_keys(self) -> None:
        """The retention of the keys is over."""
        self.keys.clear()


def answers(status: int, body: object = None, **headers: str) -> Behaviour:
    """The behaviour that does nothing and answers this."""
    return lambda request: answer(status, body, **headers)  # noqa: ARG005 - a behaviour takes the request


def refuses_connection(request: Outgoing) -> Evidence:
    """Nobody listens."""
    del request
    return REFUSED_CONNECTION
