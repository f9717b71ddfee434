"""A document as a tool reads it: operations with their address, security and schemas; what comes back must be in it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import jsonschema_rs

from connectors.generate import GENERATED
from tests.platforms.driver import Account

FOLDER = GENERATED / "openapi"
WHOLE = FOLDER / "oncestep.openapi.json"


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of a document."""

    method: str
    path: str
    definition: Mapping[str, Any]

    @property
    def example(self) -> dict[str, Any]:
        """The request's example."""
        return dict(self.definition["requestBody"]["content"]["application/json"]["example"])


class Document:
    """One document."""

    def __init__(self, path: Path = WHOLE) -> None:
        self.content = json.loads(path.read_text("utf-8"))

    def operations(self) -> Iterator[Operation]:
        """All of them."""
        for path, item in self.content["paths"].items():
            for method, definition in item.items():
                yield Operation(method.upper(), path, definition)

    def operation(self, operation_id: str) -> Operation:
        """The one of that name."""
        return next(one for one in self.operations() if one.definition["operationId"] == operation_id)

    def server(self, address: str) -> str:
        """The server's address with the variables filled in; each must be one that the document has."""
        (server,) = self.content["servers"]
        parts = urlsplit(address)
        values = {"scheme": parts.scheme, "host": parts.netloc}
        assert values.keys() == server["variables"].keys()
        assert parts.scheme in server["variables"]["scheme"]["enum"]
        filled: str = server["url"].format(**values)
        return filled

    def security(self, account: Account) -> dict[str, str]:
        """The headers of the security scheme that all operations ask for."""
        (required,) = self.content["security"]
        schemes = [self.content["components"]["securitySchemes"][name] for name in required]
        assert {(scheme["type"], scheme["in"]) for scheme in schemes} == {("apiKey", "header")}
        return {scheme["name"]: account.api_key for scheme in schemes}

    def check_body(self, operation: Operation, body: Mapping[str, Any]) -> None:
        """A tool only offers fields that the document has."""
        fields = operation.definition["requestBody"]["content"]["application/json"]["schema"]["properties"]
        assert body.keys() <= fields.keys()
        assert body["input"].keys() <= fields["input"]["properties"].keys()

    def check_answer(self, operation: Operation, answer: httpx.Response) -> None:
        """The status, media type, headers and body are as the document says."""
        described = self.resolved(operation.definition["responses"][str(answer.status_code)])
        media_type = answer.headers["Content-Type"].partition(";")[0]
        schema = described["content"][media_type]["schema"]
        self.validator(schema).validate(answer.json())
        if answer.status_code == httpx.codes.ACCEPTED:
            assert described["headers"].keys() <= {name.title() for name in answer.headers}

    def validator(self, schema: Mapping[str, Any]) -> jsonschema_rs.Validator:
        """A validator for a schema of this document."""
        return jsonschema_rs.Draft202012Validator({**schema, "components": self.content["components"]})

    def resolved(self, part: Mapping[str, Any]) -> Mapping[str, Any]:
        """The part, or what its reference leads to."""
        found: Any = self.content
        for name in part.get("$ref", "").split("/")[1:]:
            found = found[name]
        return found if "$ref" in part else part
