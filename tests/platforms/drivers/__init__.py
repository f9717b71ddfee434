"""The drivers: a module per platform, with `driver(stack)`, a context manager that yields its `Driver`."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path

from cli.local.stack_file import Stack
from tests.platforms.driver import Driver

Opened = Callable[[Stack], AbstractContextManager[Driver]]

NAMES = sorted(file.stem for file in Path(__file__).parent.glob("*.py") if file.stem != "__init__")
DRIVERS: dict[str, Opened] = {name: import_module(f"{__name__}.{name}").driver for name in NAMES}
