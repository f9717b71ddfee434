"""Credentials are added at sending time, in the way that the contract says, and only to allowed hosts."""

from dataclasses import replace

import pytest

from oncestep.application.outgoing import check_sendable, host_allowed, outgoing, target
from oncestep.application.ports import Connection
from oncestep.domain.contract import CONNECTION_HOSTS, Action, Auth, AuthScheme
from oncestep.domain.errors import HostNotAllowed, UnknownConnection
from oncestep.domain.operation import FrozenRequest
from oncestep.domain.states import Attention
from tests.support.actions import BARE
from tests.support.fakes import MemoryLedger
from tests.support.world import World

URL = "https://shop.example/things"
FROZEN = FrozenRequest("POST", URL, (("Content-Type", "application/json"),), b"{}")
CONNECTION = Connection("live", "acct-1", credentials={"token": "s3cret&/ü", "X-Tenant": "acme"})
OPEN = replace(BARE, base_url="", allowed_hosts=CONNECTION_HOSTS)


def with_auth(scheme: AuthScheme, **details: str) -> Action:
    return replace(BARE, auth=Auth(scheme, credential="token", **details))


SCHEMES = {
    "none": (with_auth(AuthScheme.NONE), URL, ()),
    "bearer": (with_auth(AuthScheme.BEARER), URL, (("Authorization", "Bearer s3cret&/ü"),)),
    "basic": (with_auth(AuthScheme.BASIC), URL, (("Authorization", "Basic czNjcmV0Ji/DvDo="),)),
    "header": (
        with_auth(AuthScheme.HEADER, parameter="X-Key", prefix="Key "),
        URL,
        (("X-Key", "Key s3cret&/ü"),),
    ),
    "query": (with_auth(AuthScheme.QUERY, parameter="key"), f"{URL}?key=s3cret%26%2F%C3%BC", ()),
    "connection headers": (
        with_auth(AuthScheme.CONNECTION_HEADERS),
        URL,
        (("token", "s3cret&/ü"), ("X-Tenant", "acme")),
    ),
}


@pytest.mark.parametrize(("action", "url", "headers"), SCHEMES.values(), ids=SCHEMES.keys())
def test_each_scheme_adds_its_credential_and_changes_nothing_else(
    action: Action, url: str, headers: tuple[tuple[str, str], ...]
) -> None:
    sent = outgoing(action, CONNECTION, FROZEN, timeout=7_000, now=0)
    assert (sent.url, sent.headers) == (url, (*FROZEN.headers, *headers))
    assert (sent.method, sent.body, sent.allowed_hosts, sent.timeout) == ("POST", b"{}", ("shop.example",), 7_000)


def test_a_credential_in_the_query_joins_what_is_there() -> None:
    frozen = replace(FROZEN, url=f"{URL}?a=1")
    sent = outgoing(with_auth(AuthScheme.QUERY, parameter="key"), CONNECTION, frozen, timeout=1, now=0)
    assert sent.url == f"{URL}?a=1&key=s3cret%26%2F%C3%BC"


def test_credentials_are_not_in_what_is_printed() -> None:
    assert "s3cret" not in repr(outgoing(with_auth(AuthScheme.BEARER), CONNECTION, FROZEN, timeout=1, now=0))


@pytest.mark.parametrize("scheme", [AuthScheme.BEARER, AuthScheme.BASIC, AuthScheme.HEADER, AuthScheme.QUERY])
@pytest.mark.parametrize("connection", [None, replace(CONNECTION, credentials={}), Connection("live", "acct-1")])
def test_a_missing_credential_is_told(scheme: AuthScheme, connection: Connection | None) -> None:
    with pytest.raises(UnknownConnection, match="has no credential"):
        outgoing(with_auth(scheme), connection, FROZEN, timeout=1, now=0)


KEYED = replace(FROZEN, headers=(("Content-Type", "application/json"), ("Idempotency-Key", "op_1")))
HEADERS = with_auth(AuthScheme.CONNECTION_HEADERS)


@pytest.mark.parametrize("name", ["Idempotency-Key", "idempotency-key", "IDEMPOTENCY-KEY", "content-type"])
def test_no_header_of_a_connection_replaces_one_of_the_request(name: str) -> None:
    connection = replace(CONNECTION, credentials={"X-Tenant": "acme", name: "s3cret"})
    with pytest.raises(UnknownConnection, match=f"'{name}' for bare would replace .* rename or remove the") as refusal:
        outgoing(HEADERS, connection, KEYED, timeout=1, now=0)
    assert "s3cret" not in str(refusal.value)


@pytest.mark.parametrize("name", ["Host", "host", "Content-Length", "transfer-encoding"])
def test_no_header_of_a_connection_is_one_that_the_sender_drops(name: str) -> None:
    connection = replace(CONNECTION, credentials={name: "s3cret"})
    with pytest.raises(UnknownConnection, match=f"'{name}' for bare is never sent.* rename or remove the credential"):
        outgoing(HEADERS, connection, FROZEN, timeout=1, now=0)


def test_a_connection_may_name_the_content_type_of_a_request_that_has_none() -> None:
    connection = replace(CONNECTION, credentials={"Content-Type": "text/plain"})
    sent = outgoing(HEADERS, connection, FrozenRequest("POST", URL), timeout=1, now=0)
    assert sent.headers == (("Content-Type", "text/plain"),)


@pytest.mark.parametrize(
    ("action", "header"),
    [
        (with_auth(AuthScheme.BEARER), "authorization"),
        (with_auth(AuthScheme.BASIC), "AUTHORIZATION"),
        (with_auth(AuthScheme.HEADER, parameter="X-Key"), "x-key"),
    ],
)
def test_no_credential_replaces_a_header_of_the_request(action: Action, header: str) -> None:
    frozen = replace(FROZEN, headers=((header, "from the input"),))
    with pytest.raises(UnknownConnection, match="leave it out of the input, or name another header in the contract"):
        outgoing(action, CONNECTION, frozen, timeout=1, now=0)


@pytest.mark.parametrize("query", ["key=op_1", "a=1&key=", "%6Bey=op_1"])
def test_no_credential_joins_a_query_field_of_its_name(query: str) -> None:
    frozen = replace(FROZEN, url=f"{URL}?{query}")
    with pytest.raises(
        UnknownConnection, match="'token' goes into the query field 'key', and the request for bare has"
    ):
        outgoing(with_auth(AuthScheme.QUERY, parameter="key"), CONNECTION, frozen, timeout=1, now=0)


@pytest.fixture
def world() -> World:
    world = World()
    world.with_action("keyed", lambda action: replace(action, auth=HEADERS.auth))
    return world


@pytest.fixture
def broken(world: World) -> None:
    """The connection of `keyed` has a credential that would replace each operation's key."""
    connection = Connection("default", "acct-1", credentials={"idempotency-key": "fixed"})
    world.connections.known["acme", "keyed", "default"] = connection


@pytest.mark.parametrize("respond_async", [False, True], ids=["inline", "queued"])
@pytest.mark.usefixtures("broken")
def test_a_call_whose_key_would_be_replaced_is_refused_before_it_is_claimed(
    world: World, *, respond_async: bool
) -> None:
    with pytest.raises(UnknownConnection, match="'idempotency-key'"):
        world.call("keyed", respond_async=respond_async)
    assert isinstance(world.ledger, MemoryLedger)
    assert (world.ledger.rows, world.queue.waiting, world.provider.requests) == ({}, [], [])


def test_a_worker_stops_before_it_replaces_a_key(world: World, request: pytest.FixtureRequest) -> None:
    reply = world.call("keyed", respond_async=True)
    request.getfixturevalue("broken")
    world.drain()
    row = world.row(reply)
    assert (row.attention, row.attempts, world.provider.requests) == (Attention.CONNECTION, (), [])
    assert "'idempotency-key' for keyed would replace" in str(row)


@pytest.mark.parametrize(
    ("host", "allowed", "is_allowed"),
    [
        ("shop.example", ("shop.example",), True),
        ("shop.example", ("bank.example", "shop.example"), True),
        ("shop.example", (), False),
        ("api.shop.example", ("shop.example",), False),
        ("api.shop.example", ("*.shop.example",), True),
        ("a.b.shop.example", ("*.shop.example",), True),
        ("shop.example", ("*.shop.example",), False),
        ("evilshop.example", ("*.shop.example",), False),
        ("shop.example.evil.example", ("shop.example", "*.shop.example"), False),
        ("", ("shop.example",), False),
    ],
)
def test_a_host_is_allowed_by_name_or_below_a_domain(host: str, allowed: tuple[str, ...], *, is_allowed: bool) -> None:
    assert host_allowed(host, allowed) is is_allowed


@pytest.mark.parametrize(
    "url", ["https://evil.example/", "https://shop.example@evil.example/", "https:///", "https://shop.example.evil/"]
)
def test_a_request_to_another_host_is_refused(url: str) -> None:
    with pytest.raises(HostNotAllowed):
        check_sendable(BARE, CONNECTION, replace(FROZEN, url=url), now=0)


@pytest.mark.parametrize(
    ("connection", "base_url", "hosts"),
    [
        (replace(CONNECTION, base_url="https://own.example/api"), "https://own.example/api", ("own.example",)),
        (
            replace(CONNECTION, base_url="https://own.example", allowed_hosts=("*.own.example",)),
            "https://own.example",
            ("*.own.example",),
        ),
    ],
)
def test_a_contract_may_leave_the_address_to_the_connection(
    connection: Connection, base_url: str, hosts: tuple[str, ...]
) -> None:
    found = target(OPEN, connection)
    assert (found.base_url, found.allowed_hosts) == (base_url, hosts)


def test_a_connection_cannot_move_an_action_whose_contract_names_the_address() -> None:
    moved = replace(CONNECTION, base_url="https://evil.example", allowed_hosts=("evil.example",))
    found = target(BARE, moved)
    assert (found.base_url, found.allowed_hosts) == ("https://shop.example", ("shop.example",))


@pytest.mark.parametrize("connection", [None, CONNECTION])
def test_without_any_address_nothing_is_sent(connection: Connection | None) -> None:
    with pytest.raises(UnknownConnection, match="base_url"):
        target(OPEN, connection)
