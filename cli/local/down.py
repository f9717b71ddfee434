"""`make down`: ends what `make up` started, and nothing else."""

import shutil

from cli.local import processes
from cli.local.places import Places
from cli.local.terminal import say


def down(places: Places) -> None:
    for process in processes.stop_all(places):
        say(f"Stopped {process.name} (process {process.pid})")
    places.stack_file.unlink(missing_ok=True)
    shutil.rmtree(places.temporary, ignore_errors=True)
