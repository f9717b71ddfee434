"""The path of one action: what a call says, with the contract's sample as its example, and what is answered."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from oncestep.application.openapi.answers import ANSWER_EXAMPLE, KEY_EXAMPLE, answers, succeeded

KEY_HELP = (
    "Map the ID of the record that started this run, such as the order ID. The same key never runs the action twice. "
    "Never a random or time value. To run it again on purpose, add something to the key, such as order-1842:again."
)
_TEXT = {"type": "string", "maxLength": 255}
_ABOUT: Mapping[str, Mapping[str, Any]] = {
    "connection": {"type": "string", "default": "default", "description": "Which account to use, by its name."},
    "correlation_id": {**_TEXT, "description": "Groups the steps of one run, for people who look for them."},
    "source_event": {**_TEXT, "description": "What triggered the run, for people who look for it."},
    "callback_url": {
        "type": "string",
        "format": "uri",
        "description": "Where a signed message is sent when the operation settles or stops; its host must be allowed.",
    },
}
_GROUP = re.compile(r"(?<!\\)(?:\\\\)*\(\?")


class Described(Protocol):
    """What the document needs to know of an action; compiled contracts and the connectors' catalogue both have it."""

    @property
    def provider(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def input_schema(self) -> Mapping[str, Any]: ...
    @property
    def samples(self) -> Mapping[str, Any]: ...


def call_path(action: Described) -> Iterator[tuple[str, dict[str, Any]]]:
    """The path and its item."""
    yield f"/actions/{action.provider}/{action.name}", {"post": _post(action)}


def _post(action: Described) -> dict[str, Any]:
    example = {"idempotency_key": KEY_EXAMPLE, "input": action.samples.get("input", {})}
    content = {"schema": _body(action), "example": example}
    return {
        "operationId": f"{action.provider}_{action.name}",
        "tags": ["actions"],
        "summary": action.title,
        "description": f"{action.description} {action.help}".strip(),
        "parameters": [{"$ref": "#/components/parameters/Prefer"}],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": answers(_answer(action), "400", "401", "403", "404", "409", "413", "422", "424", "429", "503"),
        "callbacks": {"settled": {"$ref": "#/components/callbacks/Settled"}},
    }


def _body(action: Described) -> dict[str, Any]:
    key = {"type": ["string", "number"], "minLength": 1, "maxLength": 255, "description": KEY_HELP}
    return {
        "type": "object",
        "required": ["idempotency_key", "input"],
        "properties": {"idempotency_key": key, "input": portable(action.input_schema), **_ABOUT},
        "additionalProperties": False,
    }


def _answer(action: Described) -> dict[str, Any]:
    result = action.samples.get("output")
    remote_id = result.get("id") if isinstance(result, dict) else None
    return succeeded(
        {**ANSWER_EXAMPLE, "action": f"{action.provider}.{action.name}", "remote_id": remote_id, "result": result}
    )


def portable(schema: Any) -> Any:  # noqa: ANN401 - any JSON
    """The schema without patterns that other engines read differently or not at all: those with `(?`.

    It takes more than the API does, which checks again and names every wrong field.
    """
    if isinstance(schema, list):
        return [portable(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    made = {name: portable(part) for name, part in schema.items() if not _is_foreign(name, part)}
    return {name: part for name, part in made.items() if part or name != "propertyNames"}


def _is_foreign(name: str, part: Any) -> bool:  # noqa: ANN401 - any JSON
    return name == "pattern" and isinstance(part, str) and _GROUP.search(part) is not None
