"""A text that is a credential, too, may name an operation or the next page: it is masked only afterwards."""

import base64
import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from oncestep.application.ports import Connection, Outgoing
from oncestep.domain.contract import NextPage
from oncestep.domain.outcomes import Evidence
from oncestep.domain.states import State
from tests.support.provider import answer
from tests.support.world import World

SHOP = "acme-corp-1842"
CURSOR = base64.b64encode(json.dumps({"shop": SHOP, "after": 1}).encode()).decode()


def connect(world: World, provider: str) -> None:
    connection = Connection("default", "acct-1", credentials={"token": "t", "X-Token": SHOP})
    world.connections.known["acme", provider, "default"] = connection


def test_a_lookup_that_compares_the_same_text_finds_what_is_there(world: World) -> None:
    connect(world, "listed")
    match = {"reference": "{operation.id}", "shop": SHOP}
    world.with_action(
        "listed", lambda action: replace(action, lookup=action.lookup and replace(action.lookup, match=match))
    )
    world.provider.listing = lambda _: answer(
        200, {"data": [{**thing, "shop": SHOP} for thing in world.provider.things]}
    )
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("listed")
    world.run(600_000)
    assert (world.row(reply).state, world.effects) == (State.CONFIRMED, 1)
    assert SHOP not in repr(world.row(reply))


def test_a_cursor_that_holds_it_leads_to_the_next_page(world: World) -> None:
    connect(world, "listed")
    paged = NextPage(parameter="after", cursor="cursor", more="more")
    world.with_action(
        "listed", lambda action: replace(action, lookup=action.lookup and replace(action.lookup, next_page=paged))
    )

    def listing(request: Outgoing) -> Evidence:
        after = parse_qs(urlsplit(request.url).query).get("after")
        if after is None:
            return answer(200, {"data": [{"id": "x", "reference": "other", "cursor": CURSOR}], "more": True})
        return answer(200, {"data": world.provider.things if after == [CURSOR] else [], "more": False})

    world.provider.listing = listing
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("listed")
    world.run(600_000)
    assert (world.row(reply).state, world.effects) == (State.CONFIRMED, 1)


def test_a_success_test_on_the_same_text_holds(world: World) -> None:
    connect(world, "bare")
    world.with_action("bare", lambda action: replace(action, outcomes=replace(action.outcomes, success={"shop": SHOP})))
    world.provider.next = [lambda _: answer(201, {"id": "thing-1", "shop": SHOP})]
    row = world.row(world.call("bare"))
    assert row.state is State.CONFIRMED
    assert row.outcome is not None
    assert json.loads(row.outcome.document.content) == {"id": "thing-1", "shop": "***"}
