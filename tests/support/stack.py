"""A whole stack of the tests' own: deployed for real, and stopped again whatever becomes of the tests."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cli.local import stack_file
from cli.local.down import down
from cli.local.places import ROOT, Places
from cli.local.stack_file import Stack
from cli.local.up import up


@contextmanager
def running_stack(places: Places) -> Iterator[Stack]:
    """A fresh stack; it is down when the block ends, and soon after this process ends in any other way."""
    with _guard(places):
        try:
            up(places)
            yield _read(places)
        finally:
            down(places)


def _guard(places: Places) -> "subprocess.Popen[bytes]":
    """Outlives this process and its group, and stops what they leave behind: it waits for this end of its pipe."""
    command = [sys.executable, "-m", "tests.support.stack_guard", str(places.folder)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True)


def _read(places: Places) -> Stack:
    stack = stack_file.read(places.stack_file)
    if stack is None:
        raise FileNotFoundError(places.stack_file)
    return stack
