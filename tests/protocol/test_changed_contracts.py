"""A contract or an address that changes while operations are unresolved: what does not fit them is not believed."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias
from urllib.parse import urlsplit

import pytest

from oncestep.application.ports import Connection, Outgoing
from oncestep.domain.contract import Action, Encoding, KeyPlace
from oncestep.domain.errors import VerbRefused
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


def posts_to(path: str) -> Change:
    return lambda action: replace(action, request=replace(action.request, path=path))


def encoded(encoding: Encoding) -> Change:
    return lambda action: replace(action, request=replace(action.request, encoding=encoding))


def both(first: Change, second: Change) -> Change:
    return lambda action: second(first(action))


def corrected(action: Action) -> Action:
    """What may change under an operation: what builders read, and what does not name the operation."""
    body: Json = {"sku": "{input.sku}", "amount": "{input.amount}", "reference": "{operation.id}", "channel": "web"}
    return replace(sends(**body)(action), contract_version="v2", title="Order", timeout=9_000)  # type: ignore[arg-type]


UUID, UNVERIFIED = promises(format=KeyFormat.UUID), promises(verified=False)
BY_KEY = both(UNVERIFIED, both(sends(reference="{operation.key}"), finds(reference="{operation.key}")))
MARKED = sends(reference="{operation.id}")
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
    "the address is another": ("listed", posts_to("/things"), posts_to("/orders")),
    "the encoding is another": ("listed", both(MARKED, encoded(Encoding.JSON)), encoded(Encoding.FORM)),
    "what else is matched is another": (
        "listed",
        both(sends(reference="{operation.id}", kind="order"), finds(reference="{operation.id}", kind="order")),
        both(sends(reference="{operation.id}", kind="sale"), finds(reference="{operation.id}", kind="sale")),
    ),
    "the promise is that of another address": (
        "keyed",
        both(promises(name="X-Old"), posts_to("/v1")),
        both(promises(), posts_to("/v2")),
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


def by_key_alone(action: Action) -> Action:
    """The provider lists the key that it was sent in a field of its own; the request has no other mark."""
    keyed = replace(PROMISE, place=KeyPlace.BODY, name="reference", verified=False)
    found = both(sends(sku="{input.sku}"), finds(reference="{operation.key}"))(action)
    return replace(found, key=keyed)


def test_a_lookup_by_the_key_alone_finds_what_has_that_key(worlds: Worlds) -> None:
    world = worlds()
    world.with_action("listed", by_key_alone)
    world.provider.next = [world.provider.apply_and_lose]
    world.call("listed")
    world.run(600_000)
    assert (world.row(id_of("listed")).state, world.effects) == (State.CONFIRMED, 1)


def test_how_long_the_provider_may_take_is_believed_though_its_lookup_is_not(worlds: Worlds) -> None:
    world = worlds()
    hour = 3_600_000
    world.with_action("listed", lambda action: replace(action, lookup=replace(LOOKUP, max_processing=hour)))
    world.provider.next = [world.provider.lose]
    reply = world.call("listed")
    world.with_action("listed", sends(reference="{operation.id}", trace="{operation.id}"))
    world.run(600_000)
    assert world.row(reply).attention is Attention.CONTRACT_UNVERIFIED
    with pytest.raises(VerbRefused, match="can still take effect"):
        world.operate.resolve_not_applied(world.order(reply), seen=1)
    world.later(hour)
    world.operate.resolve_not_applied(world.order(reply), seen=1)
    assert world.row(reply).state is State.ACCEPTED


EU, US = "https://eu.shop.example", "https://us.shop.example"


def connected(world: World, base_url: str) -> None:
    """The same account, at that address."""
    hosts = ("eu.shop.example", "us.shop.example")
    connection = Connection("default", "acct-1", base_url, hosts, {"token": "t"})
    world.connections.known["acme", "listed", "default"] = connection


def in_europe(world: World) -> Callable[[Outgoing], Evidence]:
    """The provider has a list for each region."""
    real = world.provider._list  # noqa: SLF001 - the list as it is
    return lambda request: (
        real(request) if urlsplit(request.url).hostname == "eu.shop.example" else answer(200, {"data": []})
    )


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
    connected(world, "https://EU.shop.example:443/")
    world.operate.replay(world.order(reply))
    world.run(600_000)
    assert (world.row(reply).state, world.effects) == (State.CONFIRMED, 1)
