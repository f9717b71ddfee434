"""Processes that stop at every point where another one may act, so that any interleaving can be played."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Semaphore, Thread

from oncestep.application.ports import QueueUnavailable
from oncestep.domain.errors import LedgerUnavailable, UnknownAction, VerbRefused
from tests.support.provider import Behaviour
from tests.support.world import Killed

ENDS = (Killed, LedgerUnavailable, QueueUnavailable, UnknownAction, VerbRefused)
"""How a process may end before its work is done."""


@dataclass(eq=False)
class Process:
    """One invocation in a thread of its own; it runs only while somebody resumes it, up to its next pause.

    `behaviour` is what the provider does to the request that it sends.
    """

    act: Callable[[], object]
    behaviour: Behaviour
    alive: bool = True
    _error: type[BaseException] | None = None
    _defect: BaseException | None = None
    _go: Semaphore = field(default_factory=lambda: Semaphore(0))
    _stopped: Semaphore = field(default_factory=lambda: Semaphore(0))

    def __post_init__(self) -> None:
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._go.acquire()
            self.act()
        except ENDS:
            pass
        except BaseException as defect:  # noqa: BLE001 - it goes on in `resume`, in the test's own thread
            self._defect = defect
        finally:
            self.alive = False
            self._stopped.release()

    def pause(self) -> None:
        """Let others act; whoever resumes this process may do so with an error."""
        self._stopped.release()
        self._go.acquire()
        if self._error:
            raise self._error

    def resume(self, error: type[BaseException] | None = None) -> None:
        """Run to the next pause, or to the end."""
        self._error = error
        self._go.release()
        self._stopped.acquire()
        if self._defect:
            raise self._defect


@dataclass
class Stage:
    """Where processes meet: at most one of them runs."""

    processes: list[Process] = field(default_factory=list)
    running: Process | None = None

    def pause(self) -> None:
        """Called by whatever a process meets on its way; outside of a process nothing pauses."""
        if self.running:
            self.running.pause()

    def start(self, act: Callable[[], object], behaviour: Behaviour, steps: int) -> None:
        """A new process, run for so many steps."""
        process = Process(act, behaviour)
        self.processes.append(process)
        self.run(process, steps)

    def run(self, process: Process, steps: int, error: type[BaseException] | None = None) -> None:
        """Resume the process so many times, with the error first if there is one."""
        self.running = process
        try:
            for _ in range(steps):
                if process.alive:
                    process.resume(error)
                error = None
        finally:
            self.running = None
            self.processes = [one for one in self.processes if one.alive]
