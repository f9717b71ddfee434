"""What a person reads of a connection: what it holds, but no secret, and what its rules make of an API's answers."""

import json
import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer
import yaml
from rich.console import Console
from rich.table import Table

from cli.connections import Name, app, secret_name, stored_connection
from cli.rehearsal import Line, rehearse
from cli.rules import RulesFile, checked_rules, read_rules, ruled_action
from cli.target import Local, StackName, find
from oncestep.domain.connection_rules import with_rules

__all__ = ["app"]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
WIDTH = 160
_SHOWN = ("account", "base_url", "allowed_hosts", "rules")


@app.command()
def show(  # noqa: PLR0913, PLR0917 - one option per fact
    client: Annotated[str, typer.Option(help="The workspace that the connection belongs to.")],
    provider: Annotated[str, typer.Option(help="The provider, as the catalogue names it.")],
    name: Name = "default",
    as_json: AsJson = False,  # noqa: FBT002 - a flag of a command line
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002
) -> None:
    """Show a connection: everything but its credentials, of which only the names are shown."""
    target = find(stack, local=local)
    connection = stored_connection(target, secret_name(target, client, provider, name))
    shown = {part: value for part, value in connection.items() if part in _SHOWN}
    shown["credentials"] = sorted(connection.get("credentials", {}))
    typer.echo(json.dumps(shown) if as_json else yaml.safe_dump(shown, sort_keys=False).rstrip())


@app.command("rehearse")
def rehearse_rules(  # noqa: PLR0913, PLR0917
    rules: RulesFile = None,
    client: Annotated[str | None, typer.Option(help="Rehearse the stored connection of this workspace.")] = None,
    provider: Annotated[str, typer.Option(help="The provider, as the catalogue names it.")] = "http",
    name: Name = "default",
    as_json: AsJson = False,  # noqa: FBT002
    stack: StackName = "oncestep",
    local: Local = False,  # noqa: FBT002
) -> None:
    """Say what would happen after each answer that the API may give. Nothing is sent, and nothing is stored."""
    action = ruled_action(provider)
    if rules:
        document, credentials, place = read_rules(rules), list[str](), f"--rules {rules}"
    elif client:
        target = find(stack, local=local)
        connection = stored_connection(target, secret_name(target, client, provider, name))
        document, credentials = connection.get("rules", {}), list(connection.get("credentials", {}))
        place = f"the rules of connection {name}"
    else:
        raise typer.BadParameter("give --rules FILE, or --client and --name of a stored connection")
    _print(list(rehearse(with_rules(action, checked_rules(document, credentials, place)))), as_json=as_json)


def _print(lines: list[Line], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps([asdict(line) for line in lines]))
        return
    table = Table("after", "outcome", "the caller sees", "then Oncestep would")
    for line in lines:
        table.add_row(*_texts(line))
    # A pipe has no width of its own, and would get a narrow one.
    Console(width=None if sys.stdout.isatty() else WIDTH).print(table)


def _texts(line: Line) -> tuple[Any, ...]:
    return (line.case, line.outcome, line.status, line.next)
