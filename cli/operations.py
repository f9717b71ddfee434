"""`oncestep ops`: what became of operations. Exit codes: 0 found, 1 nothing found or refused, 2 wrong usage."""

import json
from collections.abc import Collection
from typing import Annotated, Any

import typer

from cli.api import connected
from cli.names import checked_name
from cli.operation_tables import print_list, print_operation
from cli.target import Local, StackName, find
from oncestep.application.query import ANY
from oncestep.domain.identity import OPERATION_ID
from oncestep.domain.states import Attention, State

app = typer.Typer(
    help="What became of operations. The API key is read from ONCESTEP_API_KEY or typed; with --local the operator's "
    "key of the local stack will do. Exit codes: 0 found, 1 nothing found or refused, 2 wrong usage.",
    no_args_is_help=True,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON as the API answers it.")]
_TIME = "as 2026-12-24T18:00:00Z, or milliseconds since 1970"


@app.command("list")
def list_operations(  # noqa: PLR0913, PLR0917 - one option per filter
    key: Annotated[str | None, typer.Option(help="Only with this idempotency key: was it done?")] = None,
    correlation: Annotated[str | None, typer.Option(help="Only of the run with this correlation ID.")] = None,
    connection: Annotated[str | None, typer.Option(help="Only through this connection.")] = None,
    remote_id: Annotated[str | None, typer.Option(help="Only what made this object at the provider.")] = None,
    state: Annotated[State | None, typer.Option(help="Only in this state.")] = None,
    action: Annotated[str | None, typer.Option(help="Only of this action, such as mail.send.")] = None,
    attention: Annotated[
        str | None, typer.Option(help="Only what waits for a person for this reason; any: for whatever reason.")
    ] = None,
    since: Annotated[str | None, typer.Option(help=f"Only what was created then or later, {_TIME}.")] = None,
    until: Annotated[str | None, typer.Option(help=f"Only what was created before then, {_TIME}.")] = None,
    client: Annotated[str | None, typer.Option(help="Whose; another client's need an operator's key for all.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 25,
    all_: Annotated[bool, typer.Option("--all", help="All, however many.")] = False,  # noqa: FBT002
    as_json: AsJson = False,  # noqa: FBT002
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002
) -> None:
    """List operations, the newest first; without --key or the like those of the last month."""
    query = {
        "idempotency_key": key,
        "correlation_id": correlation,
        "connection": None if connection is None else checked_name(connection),
        "remote_id": remote_id,
        "state": state,
        "action": action,
        "attention": _one_of("--attention", attention, [*Attention, ANY]),
        "since": since,
        "until": until,
        "client": None if client is None else checked_name(client),
    }
    given = {name: str(value) for name, value in query.items() if value is not None}
    _require_no_blank(given)
    with connected(find(stack, local=local)) as api:
        listed = api.operations(given, None if all_ else limit)
    if as_json:
        _print_json({"data": listed.operations, "cursor": listed.cursor})
    elif listed.operations:
        print_list(listed.operations)
    if listed.cursor:
        typer.secho("There may be more; add --all, or a larger --limit.", err=True, fg="yellow")
    if not listed.operations:
        typer.secho("no such operation is there for this API key", err=True, fg="yellow")
        raise typer.Exit(1)


@app.command()
def show(
    operation_id: Annotated[str, typer.Argument(help="The operation's ID, such as op_t6qptp4jn4zlz52jkwzu4rjfbu.")],
    as_json: AsJson = False,  # noqa: FBT002
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002
) -> None:
    """Show one operation whole: its attempts, its history and its outcome."""
    if not OPERATION_ID.fullmatch(operation_id):
        raise typer.BadParameter(
            f"{operation_id[:100]!r} is not the ID of an operation: `op_` and 26 letters or digits"
        )
    with connected(find(stack, local=local)) as api:
        operation = api.get(f"/operations/{operation_id}")
    if as_json:
        _print_json(operation)
    else:
        print_operation(operation)


def _one_of(option: str, value: str | None, values: Collection[str]) -> str | None:
    if value is not None and value not in values:
        raise typer.BadParameter(f"{option} must be one of {', '.join(values)}, not {value[:100]!r}")
    return value


def _require_no_blank(given: dict[str, str]) -> None:
    """The API takes a blank filter for none, and would list everything: a shell's empty variable must not."""
    blank = [name for name, value in given.items() if not value.strip()]
    if blank:
        raise typer.BadParameter(f"{' and '.join(blank)} is blank; leave the option out, or give it a value")


def _print_json(value: dict[str, Any]) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))
