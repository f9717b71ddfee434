"""The HTTP API as an OpenAPI 3.1 document: one path per action, so that tools show typed fields."""

from collections.abc import Iterable, Mapping
from typing import Any

from oncestep.domain.contract import Action

_KEY_HELP = "Map the ID of the record that started this run. The same key never runs the action twice."


def document(actions: Iterable[Action], server: str) -> dict[str, Any]:
    """The document for these actions at this address (without `/v1`)."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Oncestep",
            "version": "1",
            "summary": "The step of an automation that happens once.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": f"{server}/v1"}],
        "security": [{"apiKey": []}],
        "tags": [{"name": "actions"}, {"name": "operations"}, {"name": "reference"}],
        "paths": {**{_path(action): _post(action) for action in actions}, **_operations(), **_reference()},
        "components": _components(),
    }


def _path(action: Action) -> str:
    return f"/actions/{action.provider}/{action.name}"


def _post(action: Action) -> dict[str, Any]:
    call = {
        "type": "object",
        "required": ["idempotency_key", "input"],
        "properties": {
            "idempotency_key": {"type": "string", "minLength": 1, "maxLength": 255, "description": _KEY_HELP},
            "input": action.input_schema,
            "connection": {"type": "string", "default": "default", "description": "Which account to use."},
            "correlation_id": {"type": "string", "maxLength": 255, "description": "Groups the steps of one run."},
            "source_event": {"type": "string", "maxLength": 255, "description": "What triggered the run."},
        },
        "additionalProperties": False,
    }
    return {
        "post": {
            "operationId": f"{action.provider}_{action.name}",
            "tags": ["actions"],
            "summary": action.title,
            "description": action.description,
            "parameters": [{"$ref": "#/components/parameters/Prefer"}],
            "requestBody": {"required": True, "content": {"application/json": {"schema": call}}},
            "responses": _answers("400", "401", "403", "413", "422", "429", "503"),
        }
    }


def _operations() -> dict[str, Any]:
    identified = [{"$ref": "#/components/parameters/Id"}, {"$ref": "#/components/parameters/Wait"}]
    filters = [
        {"name": name, "in": "query", "schema": {"type": "string"}}
        for name in ("state", "action", "attention", "cursor")
    ]
    numbers = [{"name": name, "in": "query", "schema": {"type": "integer"}} for name in ("since", "limit")]
    return {
        "/operations": {
            "get": _get("list_operations", "operations", "List operations", filters + numbers, "403"),
        },
        "/operations/{id}": {
            "get": _get("get_operation", "operations", "Show an operation", identified, "404"),
        },
        "/operations/{id}/result": {
            "get": {
                **_get("get_result", "operations", "Get an operation's answer", identified),
                "responses": _answers("401", "404", "503"),
            }
        },
        **{f"/operations/{{id}}/{verb}": {"post": _verb(verb)} for verb in _VERBS},
    }


_VERBS: Mapping[str, dict[str, Any]] = {
    "replay": {},
    "dismiss": {},
    "resolve": {
        "outcome": {"type": "string", "enum": ["confirmed", "not_applied"]},
        "remote_id": {"type": "string"},
        "attempts": {"type": "integer", "minimum": 0},
    },
    "fix-forward": {"input": {"type": "object"}},
}


def _verb(verb: str) -> dict[str, Any]:
    properties = {"reason": {"type": "string", "minLength": 1}, **_VERBS[verb]}
    schema = {"type": "object", "required": ["reason"], "properties": properties}
    return {
        **_get(f"{verb.replace('-', '_')}_operation", "operations", f"Operators: {verb}", [_ID], "400", "403", "404"),
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
    }


_ID = {"$ref": "#/components/parameters/Id"}


def _reference() -> dict[str, Any]:
    named = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in ("provider", "action")
    ]
    return {
        "/catalog": {"get": _get("list_actions", "reference", "List actions", [])},
        "/catalog/{provider}/{action}": {
            "get": _get("get_action", "reference", "Show an action's fields", named, "403", "404"),
        },
        "/me": {"get": _get("get_me", "reference", "Test the API key", [])},
    }


def _get(name: str, tag: str, summary: str, parameters: list[dict[str, Any]], *problems: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"type": "object"}}}
    return {
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "parameters": parameters,
        "responses": {"200": {"description": "OK", "content": content}, **_problems("401", *problems)},
    }


def _answers(*problems: str) -> dict[str, Any]:
    answered = {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}
    return {
        "200": {"description": "Done: this happened once.", "content": answered},
        "202": {"description": "Still processing; ask at Location after Retry-After.", "content": answered},
        **_problems("424", *problems),
    }


def _problems(*statuses: str) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": _MEANINGS[status], "content": content} for status in statuses}


_MEANINGS = {
    "400": "The request is not valid; every wrong field is named.",
    "401": "The API key is missing, wrong or revoked.",
    "403": "The API key does not allow this.",
    "404": "There is no such thing for this API key.",
    "413": "The request is too large.",
    "422": "The idempotency key was used for other parameters.",
    "424": "The provider refused it, or a person must look; sending it again changes nothing.",
    "429": "Too many requests; nothing was claimed.",
    "503": "The ledger, or the store of large bodies, is unavailable; nothing was claimed.",
}


def _components() -> dict[str, Any]:
    return {
        "securitySchemes": {"apiKey": {"type": "apiKey", "in": "header", "name": "x-api-key"}},
        "parameters": {
            "Id": {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
            "Wait": {"name": "wait", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 25}},
            "Prefer": {"name": "Prefer", "in": "header", "schema": {"type": "string"}, "example": "wait=20"},
        },
        "schemas": {"Answer": _ANSWER, "Problem": _PROBLEM},
    }


_TEXT = {"type": "string"}
_ANSWER = {
    "type": "object",
    "required": ["operation_id", "status", "state"],
    "properties": {
        "operation_id": _TEXT,
        "status": {"type": "string", "enum": ["processing", "succeeded"]},
        "state": _TEXT,
        "action": _TEXT,
        "idempotency_key": _TEXT,
        "correlation_id": {"type": ["string", "null"]},
        "remote_id": {"type": ["string", "null"]},
        "provider_status": {"type": "integer"},
        "result": {},
        "truncated": {"type": "boolean"},
        "superseded_by": _TEXT,
    },
}
_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "retryable"],
    "properties": {
        "type": _TEXT,
        "title": _TEXT,
        "status": {"type": "integer"},
        "detail": _TEXT,
        "instance": _TEXT,
        "retryable": {"type": "boolean"},
        "operation_id": _TEXT,
        "idempotency_key": _TEXT,
        "attention": _TEXT,
        "errors": {"type": "array", "items": {"type": "object"}},
    },
}
