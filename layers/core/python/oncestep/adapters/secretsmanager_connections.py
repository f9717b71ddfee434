"""Connections in Secrets Manager, one secret each; remembered for a minute while a function is warm."""

from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from oncestep.adapters.connection_secret import connection_in
from oncestep.application.ports import Clock, Connection
from oncestep.domain.errors import ConnectionsUnavailable

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient

REMEMBERED = 60_000


class SecretsManagerConnections:
    """`Connections`: a secret is named PREFIX + client/provider/name and holds JSON."""

    def __init__(self, client: "SecretsManagerClient", prefix: str, clock: Clock) -> None:
        self._client = client
        self._prefix = prefix
        self._clock = clock
        self._known: dict[str, tuple[int, Connection]] = {}

    def find(self, client: str, provider: str, name: str) -> Connection | None:
        """The connection; see `Connections`. A rotated secret is seen within a minute, a new one at once.

        Raises:
            UnknownConnection: the secret is there, but does not hold a connection.

        """
        secret_id = f"{self._prefix}{client}/{provider}/{name}"
        if secret_id in self._known:
            seen_at, known = self._known[secret_id]
            if self._clock.monotonic() - seen_at < REMEMBERED:
                return known
        found = self._read(secret_id, name)
        if found:
            self._known[secret_id] = (self._clock.monotonic(), found)
        return found

    def _read(self, secret_id: str, name: str) -> Connection | None:
        exceptions = self._client.exceptions
        try:
            answer = self._client.get_secret_value(SecretId=secret_id)
        except (exceptions.ResourceNotFoundException, exceptions.InvalidRequestException):
            return None  # there is none, or it waits to be deleted
        except (BotoCoreError, ClientError) as error:
            raise ConnectionsUnavailable("the connection cannot be read; try again") from error
        return connection_in(answer.get("SecretString"), name)
