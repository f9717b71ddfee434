"""The one place that prints."""

from rich.console import Console, RenderableType

_console = Console(highlight=False, soft_wrap=True)


def say(what: RenderableType) -> None:
    _console.print(what)
