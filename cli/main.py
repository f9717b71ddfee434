"""`oncestep`: what a person runs against a deployed stack."""

import typer

from cli import connections, keys

app = typer.Typer(
    name="oncestep",
    help="Keys and connections of an Oncestep stack.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
)
app.add_typer(keys.app, name="keys")
app.add_typer(connections.app, name="connections")
