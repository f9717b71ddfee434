"""Make's schemas for the files of an app, which refer to one another by file name."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema_rs

from tests.connectors.vendor_schemas import read_schema, vendor_folder

_BASE = "make:///"

BY_ENDING = {
    "makecomapp.json": "makecomapp.schema",
    "base.iml.json": "base",
    "common.json": "common",
    "groups.json": "groups",
    "communication.iml.json": "api",
    "params.iml.json": "parameters",
    "interface.iml.json": "parameters",
    "samples.iml.json": "samples",
    "scope.iml.json": "scope",
}
"""The schema of a file, by how its name ends."""


def validator_of(path: str) -> jsonschema_rs.Validator:
    """The validator for a file of the app."""
    if path.startswith("endpoints/"):
        return _endpoint_validator(path)
    return _validator(_schema(next(name for ending, name in BY_ENDING.items() if path.endswith(ending))))


def _endpoint_validator(path: str) -> jsonschema_rs.Validator:
    if path.endswith("communication.iml.json"):
        return _validator(_schema("endpoint-api"))
    schema = _schema("parameters")
    # What the editor adds for endpoints: every parameter explains itself.
    schema["definitions"]["parameter"]["required"].append("help")
    return _validator(schema)


def _validator(schema: Any) -> jsonschema_rs.Validator:  # noqa: ANN401 - any JSON
    def retrieve(uri: str) -> Any:  # noqa: ANN401 - any JSON
        return _schema(Path(uri).stem)

    return jsonschema_rs.Draft7Validator(schema, retriever=retrieve, base_uri=f"{_BASE}root.json")


def _schema(name: str) -> Any:  # noqa: ANN401 - any JSON
    """The schema without its `$id`s: they are fragments, which cannot name a schema."""
    return _without_ids(deepcopy(read_schema(vendor_folder("make") / f"{name}.json")))


def _without_ids(part: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(part, list):
        return [_without_ids(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {name: _without_ids(one) for name, one in part.items() if not (name == "$id" and isinstance(one, str))}
