"""An embedded AWS of a test's own: started on a free port, without anything deployed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.local import embedded_aws, processes
from cli.local.places import Places
from cli.local.ports import free_port


@contextmanager
def running_emulator(folder: Path) -> Iterator[str]:
    """Gives its endpoint URL and stops it afterwards."""
    places = Places(folder)
    try:
        process, endpoint = embedded_aws.start(places, free_port())
        embedded_aws.wait_until_ready(process, endpoint)
        yield endpoint
    finally:
        processes.stop_all(places)
