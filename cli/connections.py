"""Connections: a client's credentials for one account at a provider, in Secrets Manager and nowhere else."""

import getpass
import json
import re
import sys
from typing import Annotated, Any

import typer

from cli.target import Local, StackName, Target, find

app = typer.Typer(help="Credentials for accounts at providers.", no_args_is_help=True)

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")

Client = Annotated[str, typer.Option(help="The workspace that the connection belongs to.")]
Provider = Annotated[str, typer.Option(help="The provider, as the catalogue names it.")]
Name = Annotated[str, typer.Option(help="What builders call it.")]
Credential = Annotated[
    list[str] | None,
    typer.Option(help="The name of a credential, such as api_key; its value is read from the terminal or stdin."),
]


@app.command()
def create(  # noqa: PLR0913, PLR0917 - one option per fact
    client: Client,
    provider: Provider,
    account: Annotated[str, typer.Option(help="The account's own ID at the provider; it never changes.")],
    name: Name = "default",
    credential: Credential = None,
    base_url: Annotated[str | None, typer.Option(help="Where the account lives, for providers that ask.")] = None,
    allowed_host: Annotated[list[str] | None, typer.Option(help="Hosts that requests may go to.")] = None,
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002 - a flag of a command line
) -> None:
    """Create a connection. Secret values are never taken from the command line, which others can read."""
    connection: dict[str, Any] = {"account": account, "credentials": _read(credential or [])}
    if base_url:
        connection["base_url"] = base_url
    if allowed_host:
        connection["allowed_hosts"] = allowed_host
    target = find(stack, local=local)
    create_connection(target, secret_name(target, client, provider, name), connection)
    typer.echo(f"created connection {name} of {client} for {provider}")


def create_connection(target: Target, secret: str, connection: dict[str, Any]) -> None:
    """Store a new connection.

    Raises:
        typer.BadParameter: there is one of that name.

    """
    client = _secrets(target)
    try:
        client.create_secret(Name=secret, SecretString=json.dumps(connection))
    except client.exceptions.ResourceExistsException as error:
        raise typer.BadParameter("this connection exists; replace its secrets with `rotate`") from error


def add_hosts(target: Target, secret: str, hosts: list[str]) -> bool:
    """Allow a connection further hosts; False: there is no such connection."""
    store = _secrets(target)
    connection = _stored(store, secret)
    if connection is None:
        return False
    connection["allowed_hosts"] = sorted({*connection.get("allowed_hosts", ()), *hosts})
    store.put_secret_value(SecretId=secret, SecretString=json.dumps(connection))
    return True


@app.command()
def rotate(  # noqa: PLR0913, PLR0917
    client: Client,
    provider: Provider,
    name: Name = "default",
    credential: Credential = None,
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002
) -> None:
    """Replace secret values. The account stays: a key sent to one account means nothing to another."""
    target = find(stack, local=local)
    secret, store = secret_name(target, client, provider, name), _secrets(target)
    connection = _stored(store, secret)
    if connection is None:
        raise typer.BadParameter(f"there is no connection {name} of {client} for {provider}")
    connection["credentials"] = {**connection.get("credentials", {}), **_read(credential or [])}
    store.put_secret_value(SecretId=secret, SecretString=json.dumps(connection))
    typer.echo(f"rotated connection {name} of {client} for {provider}; functions see it within a minute")


def secret_name(target: Target, client: str, provider: str, name: str) -> str:
    """The secret of a connection.

    Raises:
        typer.BadParameter: one of the names is not a name.

    """
    for part in (client, provider, name):
        if not _NAME.fullmatch(part):
            raise typer.BadParameter(f"{part!r} is not a name: letters, digits, `_`, `.` and `-`, 64 at most")
    return f"{target.connections_prefix}{client}/{provider}/{name}"


def _stored(store: Any, secret: str) -> dict[str, Any] | None:  # noqa: ANN401 - boto3's clients are typed by stubs only
    """The connection in that secret, or None if there is no such secret.

    Raises:
        typer.BadParameter: somebody has put something else into it.

    """
    try:
        text = store.get_secret_value(SecretId=secret).get("SecretString", "")
    except store.exceptions.ResourceNotFoundException:
        return None
    try:
        connection = json.loads(text)
    except ValueError:
        connection = None
    if not isinstance(connection, dict):
        raise typer.BadParameter(f"the secret {secret} holds no JSON object; put it right in Secrets Manager")
    return connection


def _read(names: list[str]) -> dict[str, str]:
    """The values, typed without echo, or one per line from a pipe."""
    if sys.stdin.isatty():
        return {name: getpass.getpass(f"{name}: ") for name in names}
    values = dict(zip(names, sys.stdin.read().splitlines(), strict=False))
    missing = [name for name in names if not values.get(name)]
    if missing:
        raise typer.BadParameter(f"no value for {', '.join(missing)} on standard input, one per line")
    return values


def _secrets(target: Target) -> Any:  # noqa: ANN401 - boto3's clients are typed by stubs only
    return target.session.client("secretsmanager", endpoint_url=target.endpoint_url)
