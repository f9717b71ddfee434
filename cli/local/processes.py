"""Starts the programs of a stack and stops exactly those: a process is its ID and its start time."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass

import psutil

from cli.local.places import ROOT, Places

_GRACE_SECONDS = 5.0
_SAME_START_SECONDS = 0.05

# The programs outlive this one on purpose; a Popen that is dropped while its process runs complains.
_started: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True, slots=True)
class Process:
    name: str
    pid: int
    started_at: float
    log: str

    def is_running(self) -> bool:
        """Whether this very process runs, not another that was given its ID."""
        try:
            found = psutil.Process(self.pid)
            same = abs(found.create_time() - self.started_at) < _SAME_START_SECONDS
            return same and found.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False


def start(name: str, command: Sequence[str], environment: Mapping[str, str], places: Places) -> Process:
    """Starts a program as the leader of a process group of its own, and records it for `stop_all`."""
    log = places.log(name)
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        started = subprocess.Popen(  # noqa: S603 (our own commands)
            command,
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    _started.append(started)
    process = Process(name, started.pid, psutil.Process(started.pid).create_time(), str(log))
    _record([*recorded(places), process], places)
    return process


def stop_all(places: Places) -> list[Process]:
    """Ends the recorded processes that still run, with the groups that they lead; returns them."""
    running = [process for process in recorded(places) if process.is_running()]
    groups = [member for process in running for member in _group_of(process)]
    for process in running:
        _signal(process, signal.SIGTERM)
    deadline = time.monotonic() + _GRACE_SECONDS
    while time.monotonic() < deadline and any(map(_is_alive, groups)):
        time.sleep(0.05)
    for member in filter(_is_alive, groups):
        member.kill()
    _reap({process.pid for process in running})
    places.processes.unlink(missing_ok=True)
    return running


def _reap(ended: Collection[int]) -> None:
    """Waits for those of our own children, so that none stays behind as a zombie."""
    for child in _started:
        if child.pid in ended:
            child.wait()
        else:
            child.poll()


def recorded(places: Places) -> list[Process]:
    if not places.processes.exists():
        return []
    return [Process(**entry) for entry in json.loads(places.processes.read_text())]


def _record(processes: list[Process], places: Places) -> None:
    places.processes.write_text(json.dumps([asdict(process) for process in processes], indent=2))


def _signal(process: Process, number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return


def _group_of(process: Process) -> list[psutil.Process]:
    return [member for member in psutil.process_iter() if _group_id(member.pid) == process.pid]


def _group_id(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return None


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
