"""Waits until the programs of a stack answer."""

import time
from pathlib import Path

import httpx

from cli.local.errors import LocalStackError
from cli.local.processes import Process

_PATIENCE_SECONDS = 30.0


def answers(url: str) -> bool:
    """Whether anything below 500 comes back."""
    try:
        return httpx.get(url, timeout=2).status_code < httpx.codes.INTERNAL_SERVER_ERROR
    except httpx.TransportError:
        return False


def wait_for(process: Process, url: str) -> None:
    """Returns once the process answers there; raises LocalStackError when it died or takes too long."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not answers(url):
        if not process.is_running():
            raise LocalStackError.of_program(f"{process.name} ended at once.", Path(process.log))
        if time.monotonic() > deadline:
            raise LocalStackError.of_program(f"{process.name} does not answer at {url}.", Path(process.log))
        time.sleep(0.1)
