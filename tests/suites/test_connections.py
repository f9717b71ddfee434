"""What every store of connections does: each client finds its own, by provider and name, and nobody else's."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from oncestep.adapters.connection_secret import connection_in, host_problem
from oncestep.adapters.secretsmanager_connections import SecretsManagerConnections
from oncestep.application.ports import Connection, Connections
from oncestep.domain.errors import UnknownConnection
from tests.support.fakes import FakeClock, MemoryConnections
from tests.support.moto import CONNECTIONS, aws, client
from tests.support.world import World, id_of

Store: TypeAlias = Callable[[str, Connection], None]

LIVE = Connection("live", "acct-1", "https://shop.example", ("shop.example", "*.shop.example"), {"token": "sk_1"})


@pytest.fixture(params=["memory", "secretsmanager"])
def stored(request: pytest.FixtureRequest) -> Iterator[tuple[Connections, Store]]:
    if request.param == "memory":
        memory = MemoryConnections()
        yield memory, lambda owner, connection: memory.known.update({(owner, "shop", connection.name): connection})
        return
    with aws():
        yield SecretsManagerConnections(client("secretsmanager"), CONNECTIONS, FakeClock()), create_secret


def create_secret(owner: str, connection: Connection) -> None:
    fields = {
        "account": connection.account,
        "base_url": connection.base_url,
        "allowed_hosts": connection.allowed_hosts,
        "credentials": connection.credentials,
    }
    name = f"{CONNECTIONS}{owner}/shop/{connection.name}"
    client("secretsmanager").create_secret(Name=name, SecretString=json.dumps(fields))


def test_a_connection_comes_back_whole(stored: tuple[Connections, Store]) -> None:
    connections, store = stored
    store("acme", LIVE)
    assert connections.find("acme", "shop", "live") == LIVE


@pytest.mark.parametrize(
    ("owner", "provider", "name"), [("other", "shop", "live"), ("acme", "bank", "live"), ("acme", "shop", "test")]
)
def test_nobody_finds_another_connection(
    stored: tuple[Connections, Store], owner: str, provider: str, name: str
) -> None:
    connections, store = stored
    store("acme", LIVE)
    assert connections.find(owner, provider, name) is None


def test_a_connection_is_found_as_soon_as_it_is_created(stored: tuple[Connections, Store]) -> None:
    connections, store = stored
    assert connections.find("acme", "shop", "live") is None
    store("acme", LIVE)
    assert connections.find("acme", "shop", "live") == LIVE


def test_credentials_are_not_in_what_is_printed() -> None:
    assert "sk_1" not in repr(LIVE)


@pytest.mark.parametrize(
    ("secret", "reason"),
    [
        ({"SecretString": "sk_1"}, "it is no JSON"),
        ({"SecretString": '["sk_1"]'}, 'its value is not of type "object"'),
        ({"SecretString": '{"api_key": "sk_1"}'}, '"account" is a required property'),
        ({"SecretString": '{"account": ""}'}, "account: its value is shorter than 1 character"),
        ({"SecretString": '{"account": "a", "base_url": ["sk_1"]}'}, "base_url: its value is not of types"),
        (
            {"SecretString": '{"account": "a", "allowed_hosts": "sk_1"}'},
            'allowed_hosts: its value is not of type "array"',
        ),
        ({"SecretString": '{"account": "a", "credentials": "sk_1"}'}, 'credentials: its value is not of type "object"'),
        (
            {"SecretString": '{"account": "a", "credentials": {"token": 1}}'},
            'credentials.token: its value is not of type "string"',
        ),
        ({"SecretBinary": b"sk_1"}, "it is binary"),
    ],
)
def test_a_secret_that_holds_no_connection_is_refused_and_not_shown(secret: dict[str, Any], reason: str) -> None:
    with aws():
        client("secretsmanager").create_secret(Name=f"{CONNECTIONS}acme/shop/live", **secret)
        connections = SecretsManagerConnections(client("secretsmanager"), CONNECTIONS, FakeClock())
        with pytest.raises(UnknownConnection, match="connection 'live'") as refused:
            connections.find("acme", "shop", "live")
    assert f"({reason}" in str(refused.value)
    assert "sk_1" not in str(refused.value)


BAD_ADDRESSES = [
    "http://[::1",
    "not a url",
    "shop.example",
    "https:shop.example",
    "https://",
    "https:///base",
    "https://shop.example:99999",
    "https://shop.example:0",
    "https://shop.example:",
    "https://shop.example:port",
    "ftp://shop.example",
    "https://shop.example/base?x=1",
    "https://shop.example/base#f",
    "https://shop.example/base#",
    "https://user:sk_1@shop.example",
    "https://@shop.example",
    "https://shop.example/a b",
    "https://shop.example\n",
    "https://shop.ex\tample",
    "https://b\u00fccher.example",
    "https://shop,example",
]


@pytest.mark.parametrize("address", BAD_ADDRESSES)
def test_an_address_that_nothing_can_be_sent_to_is_refused_and_not_shown(address: str) -> None:
    with pytest.raises(UnknownConnection, match="connections set --base-url") as refused:
        connection_in(json.dumps({"account": "acct-1", "base_url": address}), "live")
    assert "(base_url: it " in str(refused.value)
    assert address not in str(refused.value)
    assert "sk_1" not in str(refused.value)


@pytest.mark.parametrize(
    "address",
    [
        "https://shop.example",
        "https://Shop.Example/",
        "http://127.0.0.1:8080/base/v2",
        "https://[::1]:8443",
        "https://xn--bcher-kva.example",
        "https://my_shop.example:443/a%20b",
        "",
        None,
    ],
)
def test_an_address_with_a_port_and_a_path_is_taken_as_it_is(address: str | None) -> None:
    assert connection_in(json.dumps({"account": "acct-1", "base_url": address}), "live").base_url == address


def test_allowed_hosts_are_read_as_addresses_have_them() -> None:
    hosts = ["API.Example.com", "*.Shop.example ", "B\u00dcCHER.example", "xn--BCHER-kva.example"]
    read = connection_in(json.dumps({"account": "acct-1", "allowed_hosts": hosts}), "live").allowed_hosts
    assert read == ("api.example.com", "*.shop.example", "b\u00fccher.example", "xn--bcher-kva.example")


@pytest.mark.parametrize("host", ["shop.example", "*.shop.example", "127.0.0.1", "::1", "b\u00fccher.example"])
def test_a_host_as_an_address_has_it_may_be_allowed(host: str) -> None:
    assert host_problem(host) is None


@pytest.mark.parametrize(
    "host", ["", " ", "*", "https://shop.example", "shop.example/", "shop.example:443", "127.0.0.1:80", "a*.example"]
)
def test_what_no_address_has_as_its_host_may_not_be_allowed(host: str) -> None:
    assert "is no host" in str(host_problem(host))


@pytest.mark.parametrize("address", ["http://[::1", "https://shop.example:99999", "https://user:sk_1@shop.example"])
def test_nothing_is_claimed_over_a_connection_with_a_bad_address(address: str) -> None:
    world = World()
    world.with_action("bare", lambda action: replace(action, base_url="", allowed_hosts="connection"))
    with aws():
        secret = {"account": "acct-1", "base_url": address, "credentials": {"token": "t"}}
        name = f"{CONNECTIONS}acme/bare/default"
        client("secretsmanager").create_secret(Name=name, SecretString=json.dumps(secret))
        world.accept.drafts.connections = SecretsManagerConnections(client("secretsmanager"), CONNECTIONS, FakeClock())
        with pytest.raises(UnknownConnection, match="base_url"):
            world.call("bare")
    assert world.ledger.get(id_of("bare")) is None
    assert world.provider.requests == []
