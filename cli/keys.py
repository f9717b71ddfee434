"""API keys: made once, shown once, stored as a hash."""

import secrets
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, TypedDict

import typer
from boto3.dynamodb.conditions import Attr
from botocore.exceptions import ClientError
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from cli.names import checked_duration, checked_name, checked_patterns
from cli.target import Local, StackName, Target, find
from oncestep.adapters.pynamodb_access import hash_secret
from oncestep.domain.callers import Role, Scope

app = typer.Typer(help="API keys of builders and operators.", no_args_is_help=True)

_COLUMNS = ("client", "role", "scope", "allow", "label", "expires", "ended")
_WIDE = 1_000

KeyId = Annotated[str, typer.Argument(help="The key's ID: the part before the dot.")]


class Holder(TypedDict):
    """Who a key is for and what it may do."""

    client: str
    role: Role
    scope: Scope
    allow: list[str]
    label: str


@app.command()
def create(  # noqa: PLR0913, PLR0917 - one option per fact
    client: Annotated[str, typer.Option(help="The workspace that the key belongs to.")],
    role: Annotated[Role, typer.Option(help="What it is for.")] = Role.BUILDER,
    scope: Annotated[Scope, typer.Option(help="Whose operations an operator sees.")] = Scope.OWN,
    allow: Annotated[
        list[str] | None,
        typer.Option(help="Actions it may run, read and operate on, as patterns; repeatable, and '*' allows all."),
    ] = None,
    expires: Annotated[
        str | None, typer.Option(help="How long it works: a number and m (minutes), h or d, such as 90d.")
    ] = None,
    label: Annotated[str, typer.Option(help="What screens call it; the client and role by default.")] = "",
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002 - a flag of a command line
) -> None:
    """Create a key and show it, this once."""
    if scope is Scope.ALL and role is not Role.OPERATOR:
        raise typer.BadParameter("only an operator's key can see all clients; add --role operator")
    patterns = checked_patterns(allow)
    expires_at = None if expires is None else _now() + checked_duration(expires)
    holder = Holder(
        client=checked_name(client), role=role, scope=scope, allow=patterns, label=label or f"{client} {role}"
    )
    key = create_key(find(stack, local=local), holder, expires_at)
    typer.echo(key)
    typer.secho("Keep it now: it is stored as a hash and cannot be shown again.", err=True, fg="yellow")


def create_key(target: Target, holder: Holder, expires_at: int | None = None) -> str:
    """A new key `<key id>.<secret>` for this holder, until then (epoch ms)."""
    key_id, secret = f"key_{secrets.token_hex(6)}", secrets.token_urlsafe(32)
    item: dict[str, Any] = {
        **holder,
        "role": str(holder["role"]),
        "scope": str(holder["scope"]),
        "key_id": key_id,
        "secret_sha256": hash_secret(secret),
        "created_at": _now(),
        **({} if expires_at is None else {"expires_at": expires_at}),
    }
    _table(target).put_item(Item=item)
    return f"{key_id}.{secret}"


@app.command("list")
def list_keys(
    client: Annotated[str | None, typer.Option(help="Only the keys of this workspace.")] = None,
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002 - a flag of a command line
) -> None:
    """List the keys; their secrets are nowhere."""
    whose = None if client is None else checked_name(client)
    shown = Table(Column("key", no_wrap=True, overflow="fold"), *(Column(name, overflow="fold") for name in _COLUMNS))
    rows = _rows(find(stack, local=local), whose)
    for row in sorted(rows, key=lambda row: (str(row["client"]), str(row["key_id"]))):
        shown.add_row(*map(Text, _cells(row)))  # brackets are no markup
    # A pipe has no width: whoever reads it wants each key on one line.
    Console(width=None if sys.stdout.isatty() else _WIDE).print(shown)


@app.command()
def revoke(key_id: KeyId, stack: StackName = "oncestep", local: Local = False) -> None:  # noqa: FBT002
    """Revoke a key; it stops working within a minute, the authorizer's cache time."""
    try:
        _table(find(stack, local=local)).update_item(
            Key={"key_id": key_id},
            UpdateExpression="SET revoked_at = :now",
            ConditionExpression=Attr("key_id").exists(),
            ExpressionAttributeValues={":now": _now()},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise
        raise typer.BadParameter(f"there is no key {key_id}") from error
    typer.echo(f"{key_id} is revoked; it stops working within a minute.")


def _rows(target: Target, client: str | None) -> Iterator[dict[str, Any]]:
    """The rows of all keys, or of one client's: a scan gives them in pages of a megabyte."""
    table = _table(target)
    wanted = {} if client is None else {"FilterExpression": Attr("client").eq(client)}
    for page in table.meta.client.get_paginator("scan").paginate(TableName=table.name, **wanted):
        yield from page["Items"]


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    allow, expires_at = row["allow"], row.get("expires_at")
    patterns = ", ".join(str(pattern) for pattern in allow) if isinstance(allow, list) else str(allow)
    names = [str(row[name]) for name in ("key_id", "client", "role", "scope")]
    expires = "" if expires_at is None else datetime.fromtimestamp(int(expires_at) / 1000, UTC).isoformat()
    return (*names, patterns, str(row["label"]), expires, _ended(row))


def _ended(row: dict[str, Any]) -> str:
    if row.get("revoked_at"):
        return "revoked"
    return "expired" if row.get("expires_at") is not None and int(row["expires_at"]) <= _now() else ""


def _now() -> int:
    return time.time_ns() // 1_000_000


def _table(target: Target) -> Any:  # noqa: ANN401 - boto3's resources are typed by stubs only
    return target.session.resource("dynamodb", endpoint_url=target.endpoint_url).Table(target.access_table)
