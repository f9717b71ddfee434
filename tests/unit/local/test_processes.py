"""Only what was started is stopped: the group as a whole, and nobody who was given its process ID later."""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from cli.local import processes
from cli.local.errors import LocalStackError
from cli.local.health import wait_for
from cli.local.places import Places

SLEEP = ["sleep", "60"]


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Places]:
    places = Places(tmp_path / "stack")
    yield places
    processes.stop_all(places)


def start(places: Places, command: list[str]) -> processes.Process:
    return processes.start("program", command, dict(os.environ), places)


def eventually(holds: Callable[[], object]) -> bool:
    deadline = time.monotonic() + 5
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return bool(holds())


def test_a_started_process_runs_until_it_is_stopped(places: Places) -> None:
    process = start(places, SLEEP)
    assert process.is_running()
    assert processes.stop_all(places) == [process]
    assert not process.is_running()
    assert processes.recorded(places) == []


def test_children_end_with_their_leader(places: Places) -> None:
    process = start(places, ["sh", "-c", "sleep 60 & wait"])
    leader = psutil.Process(process.pid)
    assert eventually(leader.children)
    (child,) = leader.children()
    processes.stop_all(places)
    assert eventually(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)


def test_a_program_that_must_be_killed_leaves_no_zombie(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_GRACE_SECONDS", 0.1)
    process = start(places, ["sh", "-c", "trap '' TERM; echo deaf; while :; do sleep 0.1; done"])
    assert eventually(Path(process.log).read_text)
    processes.stop_all(places)
    assert not psutil.pid_exists(process.pid)


def test_a_process_that_was_given_a_recorded_id_later_is_left_alone(places: Places) -> None:
    process = start(places, SLEEP)
    (entry,) = json.loads(places.processes.read_text())
    recorded = places.processes.read_text()
    places.processes.write_text(json.dumps([{**entry, "started_at": entry["started_at"] - 10}]))
    assert processes.stop_all(places) == []
    assert process.is_running()
    places.processes.write_text(recorded)


def test_a_program_that_ends_at_once_is_reported_with_the_end_of_its_log(places: Places) -> None:
    process = start(places, ["sh", "-c", "echo the reason; exit 1"])
    with pytest.raises(LocalStackError, match="the reason") as failed:
        wait_for(process, "http://127.0.0.1:9/nobody")
    assert process.log in str(failed.value)
