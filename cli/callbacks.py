"""Callbacks: at which hosts a client may be told what became of its operations, and the secret that signs it."""

import base64
import secrets
from typing import Annotated, Any

import typer

from cli.connections import Client, add_hosts, create_connection, secret_name
from cli.names import checked_hosts
from cli.target import Local, StackName, find

app = typer.Typer(help="Messages to the callers' own addresses.", no_args_is_help=True)

PROVIDER = "oncestep"
_SECRET_BYTES = 32


@app.command()
def allow(
    client: Client,
    host: Annotated[list[str], typer.Option(help="A host that may be told, or `*.` and a domain; may be repeated.")],
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002 - a flag of a command line
) -> None:
    """Let a client's calls name a `callback_url` at these hosts, too. The first time shows the signing secret, once."""
    hosts = checked_hosts(host)
    target = find(stack, local=local)
    name = secret_name(target, client, PROVIDER, "default")
    if add_hosts(target, name, hosts):
        typer.echo(f"{client} may be told at {', '.join(hosts)}, too; the signing secret stays")
        return
    secret = new_signing_secret()
    create_connection(target, name, callbacks(secret, hosts))
    typer.echo(f"{client} may be told at {', '.join(hosts)}; the signing secret, shown this once:\n{secret}")


@app.callback()
def _group() -> None:
    """Keeps `allow` a command of its own, for there will be others."""


def callbacks(secret: str, hosts: list[str]) -> dict[str, Any]:
    """The connection that callbacks are sent with."""
    return {"account": "callbacks", "allowed_hosts": hosts, "credentials": {"signing_secret": secret}}


def new_signing_secret() -> str:
    """As Standard Webhooks has it: `whsec_` and base64."""
    return f"whsec_{base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode('ascii')}"
