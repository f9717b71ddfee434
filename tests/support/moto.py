"""A ledger table on moto, with the keys and indexes that the template gives it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import boto3
import pytest
from moto import mock_aws

from oncestep.adapters.pynamodb_rows import OperationRow, bound_rows
from tests.support.cloudformation import load_template

REGION = "eu-central-1"
TABLE = "ledger"
TEMPLATE = Path(__file__).parents[2] / "template.yaml"


@contextmanager
def ledger_rows() -> Iterator[type[OperationRow]]:
    """The model of a fresh, empty ledger table."""
    with pytest.MonkeyPatch.context() as env, mock_aws():
        env.setenv("AWS_ACCESS_KEY_ID", "testing")
        env.setenv("AWS_SECRET_ACCESS_KEY", "testing")
        env.delenv("AWS_ENDPOINT_URL", raising=False)
        create_table("LedgerTable", TABLE)
        yield bound_rows(TABLE, REGION)


def create_table(resource: str, name: str) -> None:
    """Create the table that the template describes."""
    wanted = load_template(TEMPLATE)["Resources"][resource]["Properties"]
    names = ("KeySchema", "AttributeDefinitions", "BillingMode", "GlobalSecondaryIndexes")
    boto3.client("dynamodb", region_name=REGION).create_table(
        TableName=name, **{key: wanted[key] for key in names if key in wanted}
    )
