"""Secrets Manager is asked once a minute for each connection, and a secret may say less than everything."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError, ReadTimeoutError

from oncestep.adapters.secretsmanager_connections import REMEMBERED, SecretsManagerConnections
from oncestep.application.ports import Connection
from oncestep.domain.errors import ConnectionsUnavailable
from tests.support.fakes import FakeClock
from tests.support.moto import CONNECTIONS, aws, client

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient

NAME = f"{CONNECTIONS}acme/shop/live"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def connections(clock: FakeClock) -> Iterator[SecretsManagerConnections]:
    with aws():
        client("secretsmanager").create_secret(Name=NAME, SecretString=secret("old"))
        yield SecretsManagerConnections(client("secretsmanager"), CONNECTIONS, clock)


def secret(token: str) -> str:
    return json.dumps({"account": "acct-1", "credentials": {"token": token}})


def rotate(token: str) -> None:
    client("secretsmanager").put_secret_value(SecretId=NAME, SecretString=secret(token))


def token_of(connections: SecretsManagerConnections) -> str:
    found = connections.find("acme", "shop", "live")
    assert found is not None
    return found.credentials["token"]


def test_a_connection_is_remembered_for_a_minute(connections: SecretsManagerConnections, clock: FakeClock) -> None:
    assert token_of(connections) == "old"
    rotate("new")
    clock.pass_(REMEMBERED - 1)
    assert token_of(connections) == "old"


def test_after_a_minute_a_rotated_secret_is_seen(connections: SecretsManagerConnections, clock: FakeClock) -> None:
    assert token_of(connections) == "old"
    rotate("new")
    clock.pass_(REMEMBERED)
    assert token_of(connections) == "new"


@pytest.mark.parametrize("options", [{"RecoveryWindowInDays": 7}, {"ForceDeleteWithoutRecovery": True}])
def test_a_deleted_connection_is_none(connections: SecretsManagerConnections, options: dict[str, object]) -> None:
    client("secretsmanager").delete_secret(SecretId=NAME, **options)
    assert connections.find("acme", "shop", "live") is None


def test_only_the_account_must_be_there(connections: SecretsManagerConnections) -> None:
    name = f"{CONNECTIONS}acme/shop/plain"
    client("secretsmanager").create_secret(Name=name, SecretString='{"account": "acct-2"}')
    assert connections.find("acme", "shop", "plain") == Connection("plain", "acct-2")


class Refusing:
    """A client of Secrets Manager that has only this to say."""

    def __init__(self, error: Exception) -> None:
        self._error = error
        self.exceptions = client("secretsmanager").exceptions

    def get_secret_value(self, **_: str) -> None:
        raise self._error


@pytest.mark.parametrize(
    "error",
    [
        ClientError({"Error": {"Code": "ThrottlingException"}}, "GetSecretValue"),
        ClientError({"Error": {"Code": "InternalServiceError"}}, "GetSecretValue"),
        EndpointConnectionError(endpoint_url="https://secretsmanager.example"),
        ReadTimeoutError(endpoint_url="https://secretsmanager.example"),
    ],
    ids=["throttling", "failing", "unreachable", "silent"],
)
def test_a_connection_that_cannot_be_read_now_is_not_taken_for_none(clock: FakeClock, error: Exception) -> None:
    with aws():
        refusing = cast("SecretsManagerClient", Refusing(error))
    with pytest.raises(ConnectionsUnavailable):
        SecretsManagerConnections(refusing, CONNECTIONS, clock).find("acme", "shop", "live")
