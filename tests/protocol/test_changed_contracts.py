"""A contract or an address that changes while operations are unresolved: what does not fit them is not believed."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from oncestep.application.ports import Connection, Outgoing
from oncestep.domain.contract import Action
from oncestep.domain.identity import Json, KeyFormat
from oncestep.domain.outcomes import Evidence
from oncestep.domain.states import Attention, State
from tests.support.actions import LOOKUP, PROMISE
from tests.support.provider import answer
from tests.support.world import World, Worlds, id_of

Change: TypeAlias = Callable[[Action], Action]


def sends(**body: Json) -> Change:
    return lambda action: replace(action, request=replace(action.request, body=body))


def promises(**changes: object) -> Change:
    return lambda action: replace(action, key=replace(PROMISE, **changes))  # type: ignore[arg-type]


def finds(**match: str) -> Change:
    return lambda action: replace(action, lookup=replace(LOOKUP, match=match, query=match))


def both(first: Change, second: Change) -> Change:
    return lambda action: second(first(action))


def corrected(action: Action) -> Action:
    """What may change under an operation: what builders read, and what does not name the operation."""
    body: Json = {"sku": "{input.sku}", "amount": "{input.amount}", "reference": "{operation.id}", "channel": "web"}
    return replace(sends(**body)(action), contract_version="v2", title="Order", timeout=9_000)  # type: ignore[arg-type]


UUID, UNVERIFIED = promises(format=KeyFormat.UUID), promises(verified=False)
BY_KEY = both(UNVERIFIED, both(sends(reference="{operation.key}"), finds(reference="{operation.key}")))
BY_HEADER = both(UNVERIFIED, both(sends(reference="{operation.id}"), finds(reference="{operation.key}")))
CHANGES: dict[str, tuple[str, Change, Change]] = {
    "a promise is added": ("bare", corrected, promises()),
    "a lookup is added": ("bare", sends(reference="x"), finds(reference="{operation.id}")),
    "a lookup and its mark are added": (
        "bare",
        sends(reference="x"),
        both(sends(reference="{operation.id}"), finds(reference="{operation.id}")),
    ),
    "the mark moves": (
        "listed",
        sends(reference="{operation.id}"),
        both(sends(note="{operation.id}"), finds(note="{operation.id}")),
    ),
    "the key goes into another header": ("keyed", promises(name="X-Request-Id"), promises()),
    "the key has another format": ("keyed", promises(), UUID),
    "the key that is found has another format": (
        "listed",
        BY_KEY,
        both(BY_KEY, promises(format=KeyFormat.UUID, verified=False)),
    ),
    "the key that the provider lists has another format": (
        "listed",
        BY_HEADER,
        both(BY_HEADER, promises(format=KeyFormat.UUID, verified=False)),
    ),
}


@pytest.mark.parametrize("killed", [True, False], ids=["in flight", "unknown"])
@pytest.mark.parametrize("change", CHANGES)
def test_an_applied_request_is_not_sent_again_by_a_contract_that_does_not_fit_it(
    worlds: Worlds, change: str, *, killed: bool
) -> None:
    provider, before, after = CHANGES[change]
    world = worlds(keyed=True)
    world.with_action(provider, before)
    world.provider.next = [world.applies_and_kills if killed else world.provider.apply_and_lose]
    if killed:
        world.killed(lambda: world.call(provider))
    else:
        world.call(provider)
    world.with_action(provider, after)
    world.run(600_000)
    row = world.row(id_of(provider))
    assert (row.state, world.effects) == (State.UNKNOWN, 1)
    assert row.attention in {Attention.CONTRACT_UNVERIFIED, Attention.NO_LOOKUP}


@pytest.mark.parametrize("provider", ["keyed", "listed"])
def test_a_change_that_does_not_concern_the_operation_hinders_nothing(worlds: Worlds, provider: str) -> None:
    world = worlds(keyed=provider == "keyed")
    world.provider.next = [world.provider.apply_and_lose]
    world.call(provider)
    world.with_action(provider, corrected)
    world.run(600_000)
    assert (world.row(id_of(provider)).state, world.effects) == (State.CONFIRMED, 1)


def test_the_header_s_name_has_no_case(worlds: Worlds) -> None:
    world = worlds(keyed=True)
    world.provider.next = [world.provider.apply_and_lose]
    world.call("keyed")
    world.with_action("keyed", promises(name="idempotency-key"))
    world.run(600_000)
    assert (world.row(id_of("keyed")).state, world.effects) == (State.CONFIRMED, 1)


EU, US = "https://eu.shop.example", "https://us.shop.example"


def connected(world: World, base_url: str) -> None:
    """The same account, at that address."""
    hosts = ("eu.shop.example", "us.shop.example")
    connection = Connection("default", "acct-1", base_url, hosts, {"token": "t"})
    world.connections.known["acme", "listed", "default"] = connection


def in_europe(world: World) -> Callable[[Outgoing], Evidence]:
    """The provider has a list for each region."""
    real = world.provider._list  # noqa: SLF001 - the list as it is
    return lambda request: real(request) if request.url.startswith(EU) else answer(200, {"data": []})


@pytest.mark.parametrize("address", [US, f"{EU}.attacker.example", "http://eu.shop.example", f"{EU}:8443", f"{EU}/v2"])
def test_a_lookup_asks_nobody_else_than_the_request_was_sent_to(world: World, address: str) -> None:
    world.with_action("listed", lambda action: replace(action, base_url="", allowed_hosts="connection"))
    connected(world, EU)
    world.provider.listing = in_europe(world)
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("listed")
    connected(world, address)
    world.run(600_000)
    row = world.row(reply)
    assert (row.state, row.attention, world.effects) == (State.UNKNOWN, Attention.CONNECTION_CHANGED, 1)
    connected(world, f"{EU}/")
    world.operate.replay(world.order(reply))
    world.run(600_000)
    assert (world.row(reply).state, world.effects) == (State.CONFIRMED, 1)
