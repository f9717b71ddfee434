"""Connections: a client's credentials for one account at a provider, in Secrets Manager and nowhere else."""

import getpass
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.names import checked_name, checked_place
from cli.rules import RulesFile, checked_rules, read_rules, ruled_action
from cli.target import Local, StackName, Target, find
from oncestep.adapters.connection_secret import lowered
from oncestep.domain.credentials import SHORTEST

app = typer.Typer(help="Credentials for accounts at providers.", no_args_is_help=True)

Client = Annotated[str, typer.Option(help="The workspace that the connection belongs to.")]
Provider = Annotated[str, typer.Option(help="The provider, as the catalogue names it.")]
Name = Annotated[str, typer.Option(help="What builders call it.")]
Credential = Annotated[
    list[str] | None,
    typer.Option(help="The name of a credential, such as api_key; its value is read from the terminal or stdin."),
]

BaseUrl = Annotated[str | None, typer.Option(help="Where the account lives, for providers that ask.")]
AllowedHost = Annotated[
    list[str] | None, typer.Option(help="A host that requests may go to, or `*.` and a domain; may be repeated.")
]


@app.command()
def create(  # noqa: PLR0913, PLR0917 - one option per fact
    client: Client,
    provider: Provider,
    account: Annotated[str, typer.Option(help="The account's own ID at the provider; it never changes.")],
    name: Name = "default",
    credential: Credential = None,
    base_url: BaseUrl = None,
    allowed_host: AllowedHost = None,
    rules: RulesFile = None,
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002 - a flag of a command line
) -> None:
    """Create a connection. Secret values are never taken from the command line, which others can read."""
    if not account.strip():
        raise typer.BadParameter("--account is blank; give the account's own ID at the provider")
    place = checked_place(base_url, allowed_host) | _rules(rules, provider, credential or [])
    target = find(stack, local=local)
    secret = secret_name(target, client, provider, name)
    create_connection(target, secret, {"account": account, "credentials": _read(credential or []), **place})
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
        raise typer.BadParameter(
            "this connection exists; replace its secrets with `rotate`, its address and hosts with `set`"
        ) from error


def add_hosts(target: Target, secret: str, hosts: list[str]) -> bool:
    """Allow a connection further hosts; False: there is no such connection."""
    store = _secrets(target)
    connection = _stored(store, secret)
    if connection is None:
        return False
    connection["allowed_hosts"] = sorted({*lowered(connection.get("allowed_hosts", ())), *hosts})
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
    given = _read(credential or [])
    _change(
        target,
        secret_name(target, client, provider, name),
        lambda connection: _with_place(connection, {"credentials": {**connection.get("credentials", {}), **given}}),
    )
    typer.echo(f"rotated connection {name} of {client} for {provider}; functions see it within a minute")


@app.command("set")
def set_place(  # noqa: PLR0913, PLR0917
    client: Client,
    provider: Provider,
    name: Name = "default",
    base_url: BaseUrl = None,
    allowed_host: AllowedHost = None,
    rules: RulesFile = None,
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002
) -> None:
    """Replace the base URL of the same account, all its allowed hosts, or all its rules. Secrets stay.

    A file with `{}` takes the rules away.
    """
    place = checked_place(base_url, allowed_host) | _rules(rules, provider, [])
    if not place:
        raise typer.BadParameter("nothing to set; give --base-url, --allowed-host or --rules")
    target = find(stack, local=local)
    _change(target, secret_name(target, client, provider, name), lambda connection: _with_place(connection, place))
    typer.echo(f"set {' and '.join(place)} of connection {name} of {client} for {provider}; seen within a minute")


def _rules(path: Path | None, provider: str, credentials: list[str]) -> dict[str, Any]:
    """The rules as they are stored, if a file was given."""
    if path is None:
        return {}
    ruled_action(provider)
    document = read_rules(path)
    checked_rules(document, credentials, f"--rules {path}")
    return {"rules": document}


def _with_place(connection: dict[str, Any], place: dict[str, Any]) -> dict[str, Any]:
    """The connection with its new parts; its rules must fit the credentials that it has."""
    changed = {**connection, **place}
    checked_rules(changed.get("rules", {}), list(changed.get("credentials", {})), "the rules")
    return changed


def _change(target: Target, secret: str, changed: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Replace what a connection's secret holds.

    Raises:
        typer.BadParameter: there is no such connection.

    """
    store = _secrets(target)
    store.put_secret_value(SecretId=secret, SecretString=json.dumps(changed(stored_connection(target, secret))))


def stored_connection(target: Target, secret: str) -> dict[str, Any]:
    """What a connection's secret holds.

    Raises:
        typer.BadParameter: there is no such connection.

    """
    connection = _stored(_secrets(target), secret)
    if connection is None:
        raise typer.BadParameter(f"there is no connection {secret.removeprefix(target.connections_prefix)}; create it")
    return connection


def secret_name(target: Target, client: str, provider: str, name: str) -> str:
    """The secret of a connection.

    Raises:
        typer.BadParameter: one of the names is not a name.

    """
    return f"{target.connections_prefix}{'/'.join(map(checked_name, (client, provider, name)))}"


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
    """The values, typed without echo, or one per line from a pipe. A warning names those that cannot be masked."""
    values = _typed(names) if sys.stdin.isatty() else _piped(names)
    short = [name for name in names if len(values[name]) < SHORTEST]
    if short:
        warning = f"{', '.join(short)}: fewer than {SHORTEST} characters are not masked where a provider repeats them"
        typer.secho(warning, err=True, fg="yellow")
    return values


def _typed(names: list[str]) -> dict[str, str]:
    return {name: getpass.getpass(f"{name}: ") for name in names}


def _piped(names: list[str]) -> dict[str, str]:
    values = dict(zip(names, sys.stdin.read().splitlines(), strict=False))
    missing = [name for name in names if not values.get(name)]
    if missing:
        raise typer.BadParameter(f"no value for {', '.join(missing)} on standard input, one per line")
    return values


def _secrets(target: Target) -> Any:  # noqa: ANN401 - boto3's clients are typed by stubs only
    return target.session.client("secretsmanager", endpoint_url=target.endpoint_url)
