"""A connection as its secret holds it. Persons may edit secrets: what is wrong with one is said, but never shown."""

import json
from collections.abc import Mapping
from typing import Any

import jsonschema_rs

from oncestep.application.ports import Connection
from oncestep.domain.errors import UnknownConnection

_SCHEMA = {
    "type": "object",
    "required": ["account"],
    "properties": {
        "account": {"type": "string", "minLength": 1},
        "base_url": {"type": ["string", "null"]},
        "allowed_hosts": {"type": "array", "items": {"type": "string"}},
        "credentials": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}


def connection_in(secret: str | None, name: str) -> Connection:
    """The connection of that name; None is a secret without text.

    Raises:
        UnknownConnection: the secret does not hold what `oncestep connections create` writes.

    """
    fields = _fields(secret, name)
    return Connection(
        name=name,
        account=fields["account"],
        base_url=fields.get("base_url"),
        allowed_hosts=tuple(fields.get("allowed_hosts", ())),
        credentials=fields.get("credentials", {}),
    )


def _fields(secret: str | None, name: str) -> Mapping[str, Any]:
    if secret is None:
        raise _unreadable(name, "it is binary")
    try:
        fields = json.loads(secret)
    except ValueError as error:
        raise _unreadable(name, "it is no JSON") from error
    validator = jsonschema_rs.Draft202012Validator(_SCHEMA, mask="its value")
    for wrong in validator.iter_errors(fields):
        path = ".".join(str(step) for step in wrong.instance_path)
        raise _unreadable(name, f"{path}: {wrong.message}" if path else wrong.message)
    connection: Mapping[str, Any] = fields
    return connection


def _unreadable(name: str, reason: str) -> UnknownConnection:
    return UnknownConnection(
        f"the secret of connection {name!r} is not what `oncestep connections create` writes ({reason}); "
        "put it right in Secrets Manager"
    )
