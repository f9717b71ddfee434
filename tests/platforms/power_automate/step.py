"""One step of a flow: from what the builder filled in to the request that the definition describes."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import httpx

from tests.platforms.power_automate.connector import Connection, Connector, Operation


def request_of(
    connector: Connector, operation: Operation, connection: Connection, values: Mapping[str, Any]
) -> httpx.Request:
    """The request of a step. Hidden fields get their defaults; what the definition has not cannot be filled in."""
    given = {parameter["name"]: _value(parameter, values) for parameter in operation.parameters}
    unknown = values.keys() - given.keys()
    assert not unknown, f"{operation.path} has no field {unknown}"
    path = operation.path
    for name in _names(operation, "path"):
        path = path.replace(f"{{{name}}}", quote(str(given[name]), safe=""))
    return httpx.Request(
        operation.method,
        connector.host(connection) + path,
        params={name: given[name] for name in _names(operation, "query") if given[name] is not None},
        headers={
            **{name: given[name] for name in _names(operation, "header") if given[name] is not None},
            **connector.credentials(connection),
        },
        json=given.get("body"),
    )


def _names(operation: Operation, place: str) -> list[str]:
    return [parameter["name"] for parameter in operation.parameters if parameter["in"] == place]


def _value(parameter: Mapping[str, Any], values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    name = parameter["name"]
    value = values.get(name, parameter.get("default"))
    assert value is not None or not parameter.get("required"), f"{name} must be filled in"
    return _known(parameter["schema"], value) if parameter["in"] == "body" else value


def _known(schema: Mapping[str, Any], value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The value, if the form has a field for each of its parts and no required one was left out."""
    if "properties" in schema:
        assert value.keys() <= schema["properties"].keys(), f"no such fields: {value.keys()}"
        assert value.keys() >= set(schema.get("required", ())), f"must be filled in: {schema['required']}"
        return {name: _known(schema["properties"][name], part) for name, part in value.items()}
    return value
