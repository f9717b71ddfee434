"""What AWS, or the way there, refuses: one sentence for the person at the terminal instead of a traceback."""

from typing import Any, TypeAlias

import typer
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    EndpointConnectionError,
    NoCredentialsError,
    NoRegionError,
)
from typer.core import TyperGroup

AwsError: TypeAlias = BotoCoreError | ClientError
_OR_LOCAL = "or add --local for the stack that `make up` started here"


class Commands(TyperGroup):
    """All commands: whatever they ask of AWS may fail."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as the class above has it
        """Run the command, or say what AWS says."""
        try:
            return super().invoke(ctx)
        except (BotoCoreError, ClientError) as error:
            typer.secho(explained(error), err=True, fg="red")
            raise typer.Exit(1) from error


def explained(error: AwsError) -> str:
    """What went wrong, and what to do about it."""
    match error:
        case NoRegionError():
            return f"no AWS region is set; set AWS_DEFAULT_REGION or AWS_PROFILE, {_OR_LOCAL}"
        case NoCredentialsError():
            return f"there are no AWS credentials; log in or set AWS_PROFILE, {_OR_LOCAL}"
        case EndpointConnectionError():
            return f"{error}; look at the network and the region, or, with --local, start the stack with `make up`"
        case ClientError():
            return f"AWS refused {error.operation_name}: {error.response['Error'].get('Message') or error}"
        case _:
            return f"AWS cannot be asked: {error}"
