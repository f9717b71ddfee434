"""n8n's own engine with the built package, in one process of Node.js that any number of threads may ask."""

import itertools
import json
import subprocess
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from tests.platforms.n8n.package import SOURCE, TOOLS, built

RUNNER = Path(__file__).parent / "runner.cjs"
PATIENCE = 240
"""Seconds for one answer."""

Answer = Mapping[str, Any]


class Failed(Exception):
    """What was asked for ended with an error; `description` is what n8n shows below the message."""

    def __init__(self, message: str, description: str | None = None, stack: str = "") -> None:
        super().__init__(f"{message}\n{description or ''}\n{stack}")
        self.message = message
        self.description = description or ""


class Engine:
    """Asks the process and hands each answer to whoever waits for it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._numbers = itertools.count()
        self._waiting: dict[int, Future[Answer]] = {}
        self._writing = Lock()
        Thread(target=self._read, daemon=True).start()

    def ask(self, verb: str, **request: Any) -> Any:  # noqa: ANN401 - any JSON
        """The answer of one of the runner's verbs."""
        number, answer = next(self._numbers), Future[Answer]()
        self._waiting[number] = answer
        with self._writing:
            assert self._process.stdin
            self._process.stdin.write(json.dumps({"id": number, "verb": verb, **request}) + "\n")
            self._process.stdin.flush()
        return _answer(answer.result(PATIENCE))

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            told = json.loads(line)
            self._waiting.pop(told["id"]).set_result(told)
        for left in self._waiting.values():
            left.set_exception(RuntimeError("the engine has ended"))


@contextmanager
def engine(source: Path = SOURCE) -> Iterator[Engine]:
    """The engine with a package as it was generated."""
    with subprocess.Popen(
        ["node", str(RUNNER), str(built(source))],  # noqa: S607 - whichever the machine has
        cwd=TOOLS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            yield Engine(process)
        finally:
            process.terminate()


def _answer(told: Answer) -> Any:  # noqa: ANN401 - any JSON
    if "error" in told:
        raise Failed(**told["error"])
    return told["answer"]
