"""What the template declares, on moto: its tables with their keys and indexes, its queue, its bucket."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from oncestep.adapters.pynamodb_rows import OperationRow, bound_rows
from tests.support.cloudformation import load_template

REGION = "eu-central-1"
TABLE = "ledger"
ACCESS_TABLE = "access"
STATE_TABLE = "connection-state"
BUCKET = "blobs"
CONNECTIONS = "oncestep/connections/"
TEMPLATE = Path(__file__).parents[2] / "template.yaml"


@contextmanager
def aws() -> Iterator[None]:
    """An empty account, whatever credentials and endpoints this machine has."""
    with pytest.MonkeyPatch.context() as env, mock_aws():
        env.setenv("AWS_ACCESS_KEY_ID", "testing")
        env.setenv("AWS_SECRET_ACCESS_KEY", "testing")
        env.delenv("AWS_ENDPOINT_URL", raising=False)
        yield


@contextmanager
def ledger_rows() -> Iterator[type[OperationRow]]:
    """The model of a fresh, empty ledger table."""
    with aws():
        create_table("LedgerTable", TABLE)
        yield _rows()


@cache
def client(service: str) -> Any:  # noqa: ANN401 - as many kinds of clients as services
    """A client, made once: making one takes longer than most tests."""
    return boto3.client(service, region_name=REGION)  # type: ignore[call-overload]


@cache
def _rows() -> type[OperationRow]:
    return bound_rows(TABLE, REGION)


@dataclass(frozen=True, slots=True)
class Stack:
    """Everything that the functions reach."""

    queue_url: str

    @property
    def env(self) -> Mapping[str, str]:
        """What the template gives the functions."""
        return {
            "AWS_REGION": REGION,
            "ACCESS_TABLE": ACCESS_TABLE,
            "LEDGER_TABLE": TABLE,
            "QUEUE_URL": self.queue_url,
            "BLOB_BUCKET": BUCKET,
            "CONNECTIONS_PREFIX": CONNECTIONS,
            "CONNECTION_STATE_TABLE": STATE_TABLE,
            "OPERATION_RETENTION_DAYS": "90",
            "POWERTOOLS_SERVICE_NAME": "oncestep",
            "POWERTOOLS_METRICS_NAMESPACE": "Oncestep",
        }


@contextmanager
def stack() -> Iterator[Stack]:
    """The whole stack, empty."""
    with aws():
        create_table("LedgerTable", TABLE)
        create_table("AccessTable", ACCESS_TABLE)
        create_table("ConnectionStateTable", STATE_TABLE)
        create_bucket()
        yield Stack(create_queue())


def create_table(resource: str, name: str) -> None:
    """Create the table that the template describes."""
    wanted = declared(resource)
    names = ("KeySchema", "AttributeDefinitions", "BillingMode", "GlobalSecondaryIndexes")
    client("dynamodb").create_table(TableName=name, **{key: wanted[key] for key in names if key in wanted})


def create_bucket() -> None:
    """Create the bucket for large bodies."""
    client("s3").create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})


def create_queue() -> str:
    """Create the queue; its URL."""
    url: str = client("sqs").create_queue(QueueName="queue")["QueueUrl"]
    return url


def declared(resource: str) -> Any:  # noqa: ANN401 - whatever the template says
    """A resource's properties in the template."""
    return _resources()[resource]["Properties"]


@cache
def _resources() -> dict[str, Any]:
    resources: dict[str, Any] = load_template(TEMPLATE)["Resources"]
    return resources
