"""Which stack a command acts on: one on AWS by its CloudFormation outputs, or the embedded one by its stack file."""

import os
from dataclasses import dataclass, field
from typing import Annotated

import boto3
import typer

from cli.local import stack_file
from cli.local.environment import session
from cli.local.places import Places


@dataclass(frozen=True, slots=True)
class Target:
    """What the commands need to know of a stack; `operator_key` is known of the embedded one only."""

    access_table: str
    connections_prefix: str
    session: boto3.Session
    endpoint_url: str | None
    api_url: str
    operator_key: str | None = field(default=None, repr=False)


StackName = Annotated[
    str, typer.Option("--stack", envvar="ONCESTEP_STACK", help="The CloudFormation stack's name on AWS.")
]
Local = Annotated[bool, typer.Option("--local", help="Use the stack that `make up` started here instead.")]


def find(stack: str, *, local: bool) -> Target:
    """The stack.

    Raises:
        typer.BadParameter: there is none of that name, or none running here, or it is another application's.

    """
    return _embedded() if local else _deployed(stack)


def _embedded() -> Target:
    stack = stack_file.read(Places.from_env(os.environ).stack_file)
    if stack is None:
        raise typer.BadParameter("no stack runs here; start one with `make up`")
    return Target(
        stack.access_table,
        stack.connections_prefix,
        session(),
        stack.aws_endpoint_url,
        stack.api_url,
        stack.operator_key,
    )


def _deployed(stack: str) -> Target:
    aws = boto3.Session()
    client = aws.client("cloudformation")
    try:
        found = client.describe_stacks(StackName=stack)["Stacks"][0]
    except client.exceptions.ClientError as error:
        raise typer.BadParameter(f"the stack {stack!r} cannot be read: {error}") from error
    outputs = {output["OutputKey"]: output["OutputValue"] for output in found.get("Outputs", [])}
    missing = [name for name in ("AccessTable", "ConnectionsPrefix", "ApiUrl") if name not in outputs]
    if missing:
        raise typer.BadParameter(
            f"the stack {stack!r} is none of Oncestep: it has no output {' and no '.join(missing)}"
        )
    return Target(outputs["AccessTable"], outputs["ConnectionsPrefix"], aws, None, outputs["ApiUrl"])
