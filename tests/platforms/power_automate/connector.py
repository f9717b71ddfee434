"""The generated connector as Power Automate reads it: operations, the connection's form, the host's policy, the key."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from connectors.generate import GENERATED
from tests.platforms.driver import Account

FOLDER = GENERATED / "power_automate"
_PARAMETER = re.compile(r"@connectionParameters\('(\w+)'\)")

Connection = Mapping[str, str]
"""What the builder filled in, by the names of the connection's parameters."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the definition."""

    method: str
    path: str
    definition: Mapping[str, Any]

    @property
    def parameters(self) -> list[Mapping[str, Any]]:
        """As the definition has them."""
        return list(self.definition["parameters"])


class Connector:
    """The files of one connector."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.definition = json.loads((folder / "apiDefinition.swagger.json").read_text("utf-8"))
        self._properties = json.loads((folder / "apiProperties.json").read_text("utf-8"))["properties"]

    def operations(self) -> Iterator[Operation]:
        """All of them."""
        for path, item in self.definition["paths"].items():
            for method, definition in item.items():
                yield Operation(method.upper(), path, definition)

    def operation(self, operation_id: str) -> Operation:
        """The one of that name."""
        return next(one for one in self.operations() if one.definition["operationId"] == operation_id)

    def step(self, provider: str, action: str) -> Operation:
        """The operation that a builder picks for this action."""
        return next(one for one in self.operations() if one.path.split("/")[-2:] == [provider, action])

    @property
    def test(self) -> Operation:
        """What tests a connection."""
        return self.operation(self.definition["x-ms-capabilities"]["testConnection"]["operationId"])

    def connection(self, account: Account) -> Connection:
        """The connection's form as a builder fills it in: the secret field takes the key, the other one the address."""
        form = self._properties["connectionParameters"]
        values = {"securestring": account.api_key, "string": account.base_url}
        return {name: values[parameter["type"]] for name, parameter in form.items()}

    def host(self, connection: Connection) -> str:
        """What all paths begin with: the policy's address, else what the definition says."""
        for policy in self._properties["policyTemplateInstances"]:
            if policy["templateId"].lower() == "dynamichosturl":
                template = policy["parameters"]["x-ms-apimTemplateParameter.urlTemplate"]
                return _PARAMETER.sub(lambda found: connection[found[1]], template)
        return f"{self.definition['schemes'][0]}://{self.definition['host']}{self.definition['basePath']}"

    def credentials(self, connection: Connection) -> dict[str, str]:
        """The headers that the security definitions ask for, from the connection's parameters of the same names."""
        schemes = self.definition["securityDefinitions"]
        return {schemes[name]["name"]: connection[name] for one in self.definition["security"] for name in one}
