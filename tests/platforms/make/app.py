"""The generated app as Make reads it: components by the manifest, each with what it inherits from the base."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from connectors.generate import GENERATED
from tests.platforms.driver import Account

FOLDER = GENERATED / "make"

Request = Mapping[str, Any]
"""One collection of a communication."""


class App:
    """The files of one app."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self.manifest = json.loads((folder / "makecomapp.json").read_text("utf-8"))
        self._base = self._read(self.manifest["generalCodeFiles"]["base"])

    def module(self, provider: str, action: str) -> str:
        """The module that a builder picks for this action: the only one that posts to it."""
        url = f"/actions/{provider}/{action}"
        modules: list[str] = list(self.manifest["components"]["module"])
        return next(name for name in modules if self._calls("module", name)[0]["url"] == url)

    def code(self, kind: str, name: str, code: str) -> Any:  # noqa: ANN401 - any JSON
        """One code of a component."""
        return self._read(self.manifest["components"][kind][name]["codeFiles"][code])

    def requests(self, kind: str, name: str) -> list[Request]:
        """The component's requests with what they inherit; a connection inherits nothing."""
        return [one if kind == "connection" else _inherited(self._base, one) for one in self._calls(kind, name)]

    def connection(self, account: Account) -> dict[str, str]:
        """The connection's form as a builder fills it in: the password takes the key, the other field the address."""
        (name,) = self.manifest["components"]["connection"]
        values = {"password": account.api_key, "text": account.base_url}
        return {field["name"]: values[field["type"]] for field in self.code("connection", name, "params")}

    def _calls(self, kind: str, name: str) -> list[Request]:
        calls = self.code(kind, name, "communication")
        return calls if isinstance(calls, list) else [calls]

    def _read(self, path: str) -> Any:  # noqa: ANN401 - any JSON
        return json.loads((self._folder / path).read_text("utf-8"))


def _inherited(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What the request says itself wins; collections are merged."""
    both = {
        name: _inherited(base[name], part) if isinstance(part, dict) and isinstance(base.get(name), dict) else part
        for name, part in own.items()
    }
    return {**base, **both}
