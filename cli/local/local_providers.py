"""Starts the providers that stand in for remote APIs, and the proxy before them that makes faults."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from cli.local import processes
from cli.local.environment import clean_environment
from cli.local.health import wait_for
from cli.local.places import ROOT, Places, tool
from cli.local.ports import LOOPBACK, free_ports
from cli.local.processes import Process

_NAMES = ("inventory", "mail", "localstripe")


@dataclass(frozen=True, slots=True)
class LocalProviders:
    """`direct` and `proxied` are base URLs by provider; `fault_proxy` is the proxy's own API."""

    processes: tuple[Process, ...]
    direct: dict[str, str]
    proxied: dict[str, str]
    fault_proxy: str

    def wait_until_ready(self) -> None:
        *providers, proxy = self.processes
        for process in providers:
            wait_for(process, f"{self.direct[process.name]}/_health")
        wait_for(proxy, f"{self.fault_proxy}/_health")


def start(places: Places) -> LocalProviders:
    ports = free_ports(2 * len(_NAMES) + 1)
    direct = dict(zip(_NAMES, ports, strict=False))
    proxied = dict(zip(_NAMES, ports[len(_NAMES) :], strict=False))
    admin = ports[-1]
    commands = {name: _provider_command(name, port) for name, port in direct.items()}
    commands["fault-proxy"] = _proxy_command(admin, direct, proxied)
    started = [_start(name, command, places) for name, command in commands.items()]
    return LocalProviders(tuple(started), _urls(direct), _urls(proxied), _url(admin))


def _provider_command(name: str, port: int) -> list[str]:
    if name == "localstripe":
        launcher = str(ROOT / "cli/local/localstripe_on_loopback.py")
        return [tool("localstripe", "python"), launcher, "--port", str(port), "--from-scratch"]
    return [sys.executable, "-m", "cli.providers", name, "--port", str(port)]


def _proxy_command(admin: int, direct: dict[str, int], proxied: dict[str, int]) -> list[str]:
    routes = [f"{name}={proxied[name]},{_url(port)}" for name, port in direct.items()]
    options = [part for route in routes for part in ("--route", route)]
    return [sys.executable, "-m", "cli.providers", "proxy", "--admin-port", str(admin), *options]


def _start(name: str, command: Sequence[str], places: Places) -> Process:
    return processes.start(name, command, clean_environment(), places)


def _urls(ports: dict[str, int]) -> dict[str, str]:
    return {name: _url(port) for name, port in ports.items()}


def _url(port: int) -> str:
    return f"http://{LOOPBACK}:{port}"
