"""The parts of an app as files: connections, modules, remote procedures and endpoints all have the same form."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from connectors.packages.files import File, json_file

NAMES = {
    "communication": "communication.iml.json",
    "params": "params.iml.json",
    "staticParams": "static-params.iml.json",
    "mappableParams": "mappable-params.iml.json",
    "interface": "interface.iml.json",
    "samples": "samples.iml.json",
    "scope": "scope.iml.json",
    "inputParameters": "input.iml.json",
    "outputParameters": "output.iml.json",
}
"""How the file of each kind of code ends."""


@dataclass(frozen=True, slots=True)
class Component:
    """`kind`: connection, module, rpc or endpoint. `about`: what makecomapp.json says of it; `codes`: its files."""

    kind: str
    id: str
    about: Mapping[str, Any]
    codes: Mapping[str, Any] = field(repr=False)

    def files(self) -> Iterator[File]:
        """Its files."""
        for code, content in self.codes.items():
            yield json_file(self._path(code), content)

    @property
    def entry(self) -> dict[str, Any]:
        """Its entry in makecomapp.json."""
        return {**self.about, "codeFiles": {code: self._path(code) for code in self.codes}}

    def _path(self, code: str) -> str:
        folder = re.sub(r"(?<!^)(?=[A-Z])", "-", self.id).lower()
        return f"{self.kind}s/{folder}/{folder}.{NAMES[code]}"
