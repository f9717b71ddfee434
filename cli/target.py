"""Which stack a command acts on: one on AWS by its CloudFormation outputs, or the embedded one by its stack file."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import boto3
import typer

LOCAL_STACK = Path(".local/stack.json")


@dataclass(frozen=True, slots=True)
class Target:
    """What the commands need to know of a stack."""

    access_table: str
    connections_prefix: str
    session: boto3.Session
    endpoint_url: str | None


StackName = Annotated[
    str, typer.Option("--stack", envvar="ONCESTEP_STACK", help="The CloudFormation stack's name on AWS.")
]
Local = Annotated[bool, typer.Option("--local", help="Use the stack that `make up` started here instead.")]


def find(stack: str, *, local: bool) -> Target:
    """The stack.

    Raises:
        typer.BadParameter: there is none of that name, or none running here.

    """
    return _embedded() if local else _deployed(stack)


def _embedded() -> Target:
    if not LOCAL_STACK.exists():
        raise typer.BadParameter("no stack runs here; start one with `make up`")
    facts = json.loads(LOCAL_STACK.read_text())
    session = boto3.Session(
        aws_access_key_id="local",
        aws_secret_access_key="local",
        region_name=facts["region"],  # noqa: S106
    )
    return Target(facts["access_table"], facts["connections_prefix"], session, facts["aws_endpoint_url"])


def _deployed(stack: str) -> Target:
    session = boto3.Session()
    client = session.client("cloudformation")
    try:
        found = client.describe_stacks(StackName=stack)["Stacks"][0]
    except client.exceptions.ClientError as error:
        raise typer.BadParameter(f"the stack {stack!r} cannot be read: {error}") from error
    outputs = {output["OutputKey"]: output["OutputValue"] for output in found.get("Outputs", [])}
    return Target(outputs["AccessTable"], outputs["ConnectionsPrefix"], session, None)
