"""What every store of connections does: each client finds its own, by provider and name, and nobody else's."""

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

from oncestep.adapters.secretsmanager_connections import SecretsManagerConnections
from oncestep.application.ports import Connection, Connections
from oncestep.domain.errors import UnknownConnection
from tests.support.fakes import FakeClock, MemoryConnections
from tests.support.moto import CONNECTIONS, aws, client

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
