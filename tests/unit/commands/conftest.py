"""An Oncestep stack on moto, as CloudFormation shows it, and a person at a terminal."""

import json
from collections.abc import Callable, Iterator

import pytest
from typer.testing import CliRunner, Result

from cli.main import app
from tests.support.moto import ACCESS_TABLE, CONNECTIONS, REGION, aws, client, create_table

OUTPUTS = {"AccessTable": ACCESS_TABLE, "ConnectionsPrefix": CONNECTIONS, "ApiUrl": "https://oncestep.example"}


@pytest.fixture
def aws_account() -> Iterator[None]:
    """An empty account, in a region."""
    with aws(), pytest.MonkeyPatch.context() as env:
        env.setenv("AWS_DEFAULT_REGION", REGION)
        yield


@pytest.fixture
def stack(aws_account: None) -> None:
    """The stack `oncestep`."""
    del aws_account
    create_table("AccessTable", ACCESS_TABLE)
    create_stack("oncestep", OUTPUTS)


def create_stack(name: str, outputs: dict[str, str]) -> None:
    template = {
        "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}},
        "Outputs": {output: {"Value": value} for output, value in outputs.items()},
    }
    client("cloudformation").create_stack(StackName=name, TemplateBody=json.dumps(template))


@pytest.fixture
def run() -> Callable[..., Result]:
    """Run `oncestep` with these arguments, and with that on standard input."""
    return lambda *arguments, typed="": CliRunner(env={"COLUMNS": "400"}).invoke(app, arguments, input=typed)
