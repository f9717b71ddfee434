"""Zapier's own core, in a process of Node.js per event, as each event is a Lambda invocation in its cloud."""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from connectors.generate import GENERATED

HERE = Path(__file__).parent
MODULES = HERE.parents[2] / ".local/node/zapier/node_modules"
APP = GENERATED / "zapier"
LIMIT = 30
"""Seconds that Zapier gives a step."""

START = 15
"""Seconds more for the process to start on a busy machine."""

Bundle = Mapping[str, Any]


class Failed(Exception):
    """The method ended with an error; `name` says what Zapier does about it, and `delay` when it runs it again.

    Some errors carry JSON for Zapier; others have appended to them what the core did and logged.
    """

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        words = re.split(r"\s*\n(?:What happened|Console logs):\n", message)[0]
        facts = _facts(words)
        self.name = name
        self.message = str(facts.get("message", words))
        self.delay = facts.get("delay")


@dataclass(frozen=True, slots=True)
class Core:
    """The core with an app."""

    app: Path = APP

    def execute(self, method: str, bundle: Bundle, callback_url: str | None = None) -> Mapping[str, Any]:
        """The envelope with `results` and `status` of a method such as `creates.KEY.operation.perform`."""
        event = {"command": "execute", "method": method, "bundle": bundle}
        return self._run({**event, "callback_url": callback_url} if callback_url else event)

    def results(self, method: str, bundle: Bundle) -> Any:  # noqa: ANN401 - any JSON
        """What a method that does not wait has returned."""
        return self.execute(method, bundle)["results"]

    def definition(self) -> Mapping[str, Any]:
        """The app as it is told to Zapier when it is pushed."""
        results: Mapping[str, Any] = self._run({"command": "definition"})["results"]
        return results

    def problems(self) -> list[Any]:
        """What the core's schema finds wrong with the app."""
        results: list[Any] = self._run({"command": "validate"})["results"]
        return results

    def _run(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        done = subprocess.run(
            [node(), str(HERE / "run.js"), str(self.app)],
            input=json.dumps(event),
            capture_output=True,
            text=True,
            check=True,
            timeout=LIMIT + START,
            env={**os.environ, "NODE_PATH": str(MODULES)},
        )
        envelope: Mapping[str, Any] = json.loads(done.stdout.rpartition("\n")[2])
        if "error" in envelope:
            raise Failed(**envelope["error"])
        return envelope


def node() -> str:
    """The Node.js that came with the tools, or the machine's own."""
    return next((str(path) for path in MODULES.glob("node-linux-*/bin/node")), "node")


def _facts(words: str) -> Mapping[str, Any]:
    try:
        facts = json.loads(words)
    except ValueError:
        return {}
    return facts if isinstance(facts, dict) else {}
