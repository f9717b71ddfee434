"""`python -m cli.local up | down | status | logs`, for the Makefile."""

import os
import sys

from rich.markup import escape

from cli.local.down import down
from cli.local.errors import LocalStackError
from cli.local.logs import show_logs
from cli.local.places import Places
from cli.local.status import show_status
from cli.local.terminal import say
from cli.local.up import up


def main(command: str) -> int:
    """Returns the exit code."""
    places = Places.from_env(os.environ)
    try:
        match command:
            case "up":
                up(places)
            case "down":
                down(places)
            case "status":
                return 0 if show_status(places) else 1
            case "logs":
                show_logs(places)
            case _:
                say(f"no such command: {command}")
                return 2
    except LocalStackError as error:
        say(f"[bold red]Failed:[/] {escape(str(error))}")
        return 1
    return 0


sys.exit(main(sys.argv[1]))
