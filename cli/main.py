"""`oncestep`: what a person runs against a deployed stack."""

import typer

from cli import callbacks, connection_views, keys, operations
from cli.aws_errors import Commands

app = typer.Typer(
    name="oncestep",
    cls=Commands,
    help="Keys, connections, callbacks and operations of an Oncestep stack.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
)
app.add_typer(keys.app, name="keys")
app.add_typer(connection_views.app, name="connections")
app.add_typer(callbacks.app, name="callbacks")
app.add_typer(operations.app, name="ops")
