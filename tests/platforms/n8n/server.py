"""A whole n8n with the package in it, as a builder's own: its commands, its server, and what the editor calls."""

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.platforms.n8n.package import built, packed, run
from tests.support.patience import until

LOCAL = Path(__file__).parents[3] / ".local/node"
FULL = LOCAL / "n8n-full"
N8N = FULL / "node_modules/n8n/bin/n8n"
NODE = LOCAL / "runtime/bin/node"

QUIET = {
    "N8N_DIAGNOSTICS_ENABLED": "false",
    "N8N_VERSION_NOTIFICATIONS_ENABLED": "false",
    "N8N_TEMPLATES_ENABLED": "false",
    "N8N_PERSONALIZATION_ENABLED": "false",
    "N8N_SECURE_COOKIE": "false",
}
BROWSER = {"browser-id": "test"}
OWNER = {"email": "ann@shop.example", "firstName": "Ann", "lastName": "Lee", "password": "Only-4-tests"}

Json = Mapping[str, Any]


def missing() -> str:
    """Why there is no whole n8n for the tests; empty where there is."""
    if os.environ.get("N8N") == "light":
        return "N8N=light: without a whole n8n"
    if not (FULL / ".stamp").exists():
        return "the whole n8n is not installed: make .local/node/n8n-full/.stamp"
    return ""


@dataclass(frozen=True, slots=True)
class N8nHome:
    """A user's folder of n8n. `port` is the server's."""

    folder: Path
    port: int

    @property
    def url(self) -> str:
        """Where the server is."""
        return f"http://127.0.0.1:{self.port}"

    def install(self) -> None:
        """Put the package there, as users do."""
        nodes = self.folder / ".n8n/nodes"
        nodes.mkdir(parents=True)
        (nodes / "package.json").write_text('{"name": "installed-nodes", "private": true}')
        options = ["--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund", "--offline"]
        run(["npm", "install", str(packed(built(), self.folder)), *options], within=nodes)

    def put(self, kind: str, *things: Json) -> None:
        """Import credentials or workflows."""
        file = self.folder / f"{kind}.json"
        file.write_text(json.dumps(things))
        self.command(f"import:{kind}", f"--input={file}")

    def command(self, *arguments: str) -> str:
        """What a command of n8n says; raises where it fails."""
        done = subprocess.run(
            [str(NODE), str(N8N), *arguments],
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        if done.returncode:
            raise AssertionError(done.stdout + done.stderr)
        return done.stdout

    def execute(self, workflow: str) -> dict[str, list[Any]]:
        """Run a workflow to its end; each node's items by output."""
        said = self.command("execute", f"--id={workflow}", "--rawOutput")
        return _items(json.loads(said[said.index("\n{") :])["data"])

    @contextmanager
    def server(self) -> Iterator["Server"]:
        """The running server; it is killed afterwards."""
        log = (self.folder / "server.log").open("a")
        command = [str(NODE), str(N8N), "start"]
        with log, subprocess.Popen(command, env=self._environment(), stdout=log, stderr=log) as process:
            try:
                with httpx.Client(base_url=self.url, headers=BROWSER, timeout=60) as client:
                    until(lambda: _ready(client), lambda ready: ready)
                    yield Server(client, process)
            finally:
                process.kill()

    def _environment(self) -> dict[str, str]:
        own = {"N8N_USER_FOLDER": str(self.folder), "N8N_PORT": str(self.port)}
        return {**os.environ, **QUIET, **own, "N8N_RUNNERS_BROKER_PORT": str(free_port())}


@dataclass(frozen=True, slots=True)
class Server:
    """A running one."""

    client: httpx.Client
    process: "subprocess.Popen[bytes]"

    def kill(self) -> None:
        """As when the machine loses power."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def log_in(self) -> None:
        """As the owner, who is made if there is none."""
        if self.client.post("/rest/owner/setup", json=OWNER).is_success:
            return
        login = {"emailOrLdapLoginId": OWNER["email"], "password": OWNER["password"]}
        self.client.post("/rest/login", json=login).raise_for_status()

    def executions(self) -> list[Json]:
        """All, the newest first."""
        listed: list[Json] = self._data(self.client.get("/rest/executions"))["results"]
        return listed

    def execution(self, identifier: str) -> dict[str, list[Any]]:
        """Each node's items by output, of one that has ended."""
        return _items(_unflattened(self._data(self.client.get(f"/rest/executions/{identifier}"))["data"]))

    def retry(self, execution: str) -> None:
        """As a person does with the button; returns when it has ended."""
        known = {one["id"] for one in self.executions()}
        self._data(self.client.post(f"/rest/executions/{execution}/retry", json={"loadWorkflow": False}))
        fresh = until(lambda: [one for one in self.executions() if one["id"] not in known], _ended)
        assert fresh[0]["status"] == "success", fresh

    def _data(self, response: httpx.Response) -> Any:  # noqa: ANN401 - any JSON
        assert response.is_success, response.text
        return response.json()["data"]


def free_port() -> int:
    """One that nobody uses now."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def _items(ran: Json) -> dict[str, list[Any]]:
    return {name: runs[-1]["data"]["main"] for name, runs in ran["resultData"]["runData"].items()}


def _unflattened(text: str) -> Any:  # noqa: ANN401 - any JSON
    """A list of values that name each other by their places, each as a text; the first is the whole."""
    values = json.loads(text)

    def value(place: str) -> Any:  # noqa: ANN401 - any JSON
        match values[int(place)]:
            case dict() as named:
                return {name: told(one) for name, one in named.items()}
            case list() as listed:
                return [told(one) for one in listed]
            case plain:
                return plain

    def told(one: Any) -> Any:  # noqa: ANN401 - any JSON
        return value(one) if isinstance(one, str) else one

    return value("0")


def _ended(executions: list[Json]) -> bool:
    return bool(executions) and executions[0]["status"] not in {"new", "running"}


def _ready(client: httpx.Client) -> bool:
    try:
        return client.get("/healthz/readiness").is_success
    except httpx.TransportError:
        return False
