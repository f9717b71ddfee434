"""API Gateway before the functions: puts recorded events in, and takes answers out."""

import json
from dataclasses import dataclass
from typing import Any

from oncestep.application.budget import Budget
from oncestep.domain.callers import Caller
from oncestep.runtime.actions import post_action
from oncestep.runtime.entry import respond
from oncestep.runtime.operations import route
from tests.support.world import BUILDER, World
from tests.unit.runtime.events import Event, by, recorded, with_body
from tests.unit.runtime.parts import parts_of

PUBLIC_URL = "https://oncestep.example"


@dataclass(frozen=True, slots=True)
class Answered:
    """What the caller gets."""

    status: int
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def code(self) -> str:
        """The kind of problem."""
        kind: str = self.body["type"]
        return kind.removeprefix("urn:oncestep:problem:")


def answered(raw: dict[str, Any]) -> Answered:
    """The answer in what a function gave the gateway."""
    assert raw["isBase64Encoded"] is False
    return Answered(raw["statusCode"], raw["headers"], json.loads(raw["body"]))


class Gateway:
    """One stage over one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.parts = parts_of(world)

    def post(self, event: Event | None = None, caller: Caller = BUILDER) -> Answered:
        """POST an action; without an event, an order of a book from the provider that knows no keys."""
        handled = by(event or order(), caller)
        return answered(respond(handled, PUBLIC_URL, lambda request: post_action(self.parts, request, self._budget())))

    def ask(
        self,
        method: str,
        resource: str,
        *,
        caller: Caller = BUILDER,
        query: dict[str, str] | None = None,
        body: object = None,
        **path: str,
    ) -> Answered:
        """Ask for anything else."""
        event = by(recorded("operations.me"), caller)
        event |= {"httpMethod": method, "resource": resource, "pathParameters": path, "queryStringParameters": query}
        event["requestContext"]["path"] = "/v1" + resource.format(**path)
        handled = event if body is None else with_body(event, body)
        return answered(respond(handled, PUBLIC_URL, lambda request: route(self.parts, request, self._budget())))

    def _budget(self) -> Budget:
        return self.world.budget()


def order(**fields: object) -> Event:
    """The recorded call, but of the tests' provider that knows no keys."""
    event = recorded("actions.post")
    event["pathParameters"] = {"provider": "bare", "action": "order"}
    return with_body(event, {"input": {"sku": "book"}, "idempotency_key": "order-1", **fields})
