"""The inside of a stack, as whoever runs it on AWS sees it: tables, blobs, secrets, logs and functions."""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cli.connections import create_connection, secret_name
from cli.keys import Holder, create_key
from cli.local.environment import session
from cli.local.stack_file import Stack
from cli.target import Target
from oncestep.domain.callers import Role, Scope


class Inside:
    """What it makes new is made as `oncestep` makes it."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._target = Target(
            stack.access_table, stack.connections_prefix, session(), stack.aws_endpoint_url, stack.api_url
        )

    def new_builder_key(self, client: str, *, allow: str = "*") -> str:
        """An API key for a builder of a client."""
        holder = Holder(client=client, role=Role.BUILDER, scope=Scope.OWN, allow=[allow], label=f"{client} {allow}")
        return create_key(self._target, holder)

    def new_connection(self, client: str, provider: str, base_url: str, *, name: str = "default") -> None:
        """A connection without credentials."""
        connection = {"account": "local", "base_url": base_url, "credentials": {}}
        create_connection(self._target, secret_name(self._target, client, provider, name), connection)

    @contextmanager
    def spoiled_connection(self, client: str, provider: str, name: str, text: str) -> Iterator[None]:
        """A secret where a connection belongs, for a while, as somebody's hand has left it."""
        secrets, secret = self._client("secretsmanager"), secret_name(self._target, client, provider, name)
        secrets.create_secret(Name=secret, SecretString=text)
        yield
        secrets.delete_secret(SecretId=secret, ForceDeleteWithoutRecovery=True)

    def operations(self) -> int:
        """How many rows the ledger has."""
        return len(self._rows())

    def sweep(self) -> None:
        """Run the sweep now, as its schedule does each minute."""
        name = self._stack.functions["ReconcileFunction"]
        answer = self._client("lambda").invoke(FunctionName=name)
        if "FunctionError" in answer:
            raise RuntimeError(answer["Payload"].read().decode())

    def credentials(self) -> set[str]:
        """The secret values of all connections."""
        client = self._client("secretsmanager")
        names = [secret["Name"] for secret in _pages(client, "list_secrets", "SecretList")]
        secrets = [json.loads(client.get_secret_value(SecretId=name)["SecretString"]) for name in names]
        return {value for secret in secrets for value in secret["credentials"].values()}

    def ledger(self) -> str:
        """Everything that the ledger's rows say, bodies included."""
        return "\n".join(text for row in self._rows() for text in _texts(row))

    def blobs(self) -> str:
        """Everything that lies in the bucket, as it was before it was compressed."""
        client, bucket = self._client("s3"), self._stack.blob_bucket
        names = [entry["Key"] for entry in _pages(client, "list_objects_v2", "Contents", Bucket=bucket)]
        contents = [client.get_object(Bucket=bucket, Key=name)["Body"].read() for name in names]
        return "\n".join(zlib.decompress(content).decode("utf-8", "replace") for content in contents)

    def logs(self, group: str = "") -> Sequence[str]:
        """All lines that the functions whose log group has that in its name have logged."""
        client = self._client("logs")
        groups = [found["logGroupName"] for found in _pages(client, "describe_log_groups", "logGroups")]
        return [
            event["message"]
            for name in groups
            if group in name
            for event in _pages(client, "filter_log_events", "events", logGroupName=name)
        ]

    def _rows(self) -> list[dict[str, Any]]:
        return list(_pages(self._client("dynamodb"), "scan", "Items", TableName=self._stack.table, ConsistentRead=True))

    def _client(self, service: str) -> Any:  # noqa: ANN401 - boto3's clients are typed by stubs only
        aws: Any = session()
        return aws.client(service, endpoint_url=self._stack.aws_endpoint_url)


def _pages(client: Any, operation: str, name: str, **request: object) -> Iterator[dict[str, Any]]:  # noqa: ANN401
    for page in client.get_paginator(operation).paginate(**request):
        yield from page.get(name, ())


def _texts(value: object) -> Iterable[str]:
    """Every text in a DynamoDB item, names included; what is stored compressed is unpacked."""
    match value:
        case dict():
            return [text for name, item in value.items() for text in (name, *_texts(item))]
        case list():
            return [text for item in value for text in _texts(item)]
        case bytes():
            return [zlib.decompress(value).decode("utf-8", "replace")]
        case _:
            return [str(value)]
