"""An action for any API, as `http.request` is one, with a connection whose owner knows the API."""

from dataclasses import replace
from typing import Any

from oncestep.adapters.connection_rules import rules_in
from oncestep.application.ports import Connection
from oncestep.domain.contract import Auth, AuthScheme, Encoding, RequestMapping
from oncestep.domain.identity import Json
from tests.support.actions import BARE, PROMISE
from tests.support.world import World

RULED = replace(
    BARE,
    provider="ruled",
    base_url="",
    allowed_hosts="connection",
    auth=Auth(AuthScheme.CONNECTION_HEADERS),
    key=replace(PROMISE, verified=False),
    rules="connection",
    input_schema={
        "type": "object",
        "properties": {"path": {"type": "string"}, "headers": {"type": "object"}, "body": {"type": "string"}},
    },
    request=RequestMapping(
        method="POST",
        path="{+input.path}",
        encoding=Encoding.RAW,
        headers="{input.headers}",
        body="{input.body}",
        media_type="application/json",
    ),
    outcomes=replace(BARE.outcomes, rules=()),
)
BASE = "https://shop.example/v1"
INPUT: dict[str, Json] = {"path": "/things", "body": '{"reference": "ours"}'}
UNMARKED: dict[str, Json] = {"path": "/things", "body": '{"sku": "book"}'}
KEY: dict[str, Any] = {
    "retention": "24h",
    "verified_by": "Olga",
    "checked_on": "2026-11-30",
    "source": "https://shop.example/docs",
}
MARK: dict[str, Any] = {"place": "body", "name": "reference"}
LOOKUP: dict[str, Any] = {
    "path": "/things",
    "query": {"reference": "{operation.id}"},
    "items": "data",
    "match": {"reference": "{operation.id}"},
    "remote_id": "id",
    "max_processing": "5s",
    "consistent_after": "1s",
    "source": "https://shop.example/docs",
    "checked_on": "2026-11-30",
}


def connect(world: World, rules: dict[str, Any], *, base_url: str = BASE) -> None:
    """Give the world the action and a connection with these rules, or change that connection."""
    if RULED not in world.catalog.known:
        world.catalog.known = (*world.catalog.known, RULED)
    world.connections.known["acme", "ruled", "default"] = Connection(
        "default", "acct-1", base_url, credentials={"X-Token": "t"}, rules=rules_in(rules, ["X-Token"])
    )


def disconnect(world: World) -> None:
    """The connection is deleted."""
    del world.connections.known["acme", "ruled", "default"]
