"""The paths that are the same for all providers: operations, operators' verbs, catalogue and connection test."""

from collections.abc import Mapping
from typing import Any

from oncestep.application.openapi.answers import ANSWER_EXAMPLE, answers, refused, succeeded


def _get(
    name: str, tag: str, texts: tuple[str, str], parameters: list[dict[str, Any]], *problems: str
) -> dict[str, Any]:
    content = {"application/json": {"schema": {"type": "object"}}}
    summary, description = texts
    return {
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "description": description,
        "parameters": parameters,
        "responses": {"200": {"description": "OK", "content": content}, **refused("401", *problems)},
    }


_ID = {"$ref": "#/components/parameters/Id"}
_IDENTIFIED = [_ID, {"$ref": "#/components/parameters/Wait"}]
_STATES = ("accepted", "in_flight", "unknown", "confirmed", "rejected", "dismissed", "superseded")
_ATTENTION = (
    "connection",
    "connection_changed",
    "contract_unverified",
    "lookup_absent",
    "lookup_ambiguous",
    "no_lookup",
    "provider_window_closed",
    "retries_exhausted",
    "stuck",
    "any",
)
_TIME = {"type": "string", "description": "A time with a zone (RFC 3339), or milliseconds since 1970."}
_FILTERS: Mapping[str, tuple[dict[str, Any], str]] = {
    "client": ({"type": "string"}, "Whose operations; another client's need an operator's key that sees all clients."),
    "state": ({"type": "string", "enum": list(_STATES)}, "Only operations in this state."),
    "action": ({"type": "string"}, "Only operations of this action, such as mail.send."),
    "attention": (
        {"type": "string", "enum": list(_ATTENTION)},
        "Only those that wait for a person for this reason; any: for whatever reason.",
    ),
    "connection": ({"type": "string"}, "Only operations through this connection."),
    "idempotency_key": (
        {"type": "string", "maxLength": 255},
        "Only operations with this idempotency key, however old they are: was it done?",
    ),
    "correlation_id": ({"type": "string", "maxLength": 255}, "Only operations of this run, however old they are."),
    "remote_id": (
        {"type": "string", "maxLength": 1024},
        "Only operations that made this object at the provider, however old they are.",
    ),
    "cursor": ({"type": "string"}, "Where the next page begins, as the last one said."),
    "since": (
        _TIME,
        "Only those that were created then or later; without it the last month, or all where a key or an ID is given.",
    ),
    "until": (_TIME, "Only those that were created before then."),
    "limit": ({"type": "integer"}, "As many as a page may have."),
}


def _query(name: str) -> dict[str, Any]:
    schema, text = _FILTERS[name]
    return {"name": name, "in": "query", "description": text, "schema": schema}


OPERATIONS: Mapping[str, Any] = {
    "/operations": {
        "get": _get(
            "list_operations",
            "operations",
            ("List operations", "One page, newest first. A page may be short and still have a cursor."),
            [_query(name) for name in _FILTERS],
            "400",
            "403",
            "503",
        ),
    },
    "/operations/{id}": {
        "get": _get(
            "get_operation",
            "operations",
            (
                "Show an operation",
                "The operation with attempts and history, whatever its state. Sensitive values are masked.",
            ),
            _IDENTIFIED,
            "404",
            "503",
        ),
    },
    "/operations/{id}/result": {
        "get": {
            **_get(
                "get_result",
                "operations",
                ("Get an operation's answer", "What a repeat of the call would be answered."),
                _IDENTIFIED,
            ),
            "responses": answers(succeeded({**ANSWER_EXAMPLE, "result": {"id": "msg_1"}}), "401", "404", "424", "503"),
        }
    },
}

_VERBS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "replay": ("Another round with the same bytes and the same key.", {}),
    "dismiss": ("Stop it for good.", {}),
    "resolve": (
        "State with evidence what became of it.",
        {
            "outcome": {"type": "string", "enum": ["confirmed", "not_applied"]},
            "remote_id": {"type": "string"},
            "result": {},
            "attempts": {"type": "integer", "minimum": 0},
        },
    ),
    "fix-forward": ("Make a linked operation with changed input.", {"input": {"type": "object"}}),
}


def _verb(verb: str) -> dict[str, Any]:
    text, more = _VERBS[verb]
    properties = {"reason": {"type": "string", "minLength": 1, "description": "Why; kept with the operation."}, **more}
    schema = {"type": "object", "required": ["reason"], "properties": properties}
    name = f"{verb.replace('-', '_')}_operation"
    texts = (f"Operators: {verb}", f"{text} It needs an operator's key.")
    return {
        **_get(name, "operations", texts, [_ID], "400", "403", "404", "409", "503"),
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
    }


VERBS: Mapping[str, Any] = {f"/operations/{{id}}/{verb}": {"post": _verb(verb)} for verb in _VERBS}

_NAMED = [
    {"name": name, "in": "path", "required": True, "description": f"The {name}'s name.", "schema": {"type": "string"}}
    for name in ("provider", "action")
]
_OF_PROVIDER = {
    "name": "provider",
    "in": "query",
    "description": "Only this provider's.",
    "schema": {"type": "string"},
}

REFERENCE: Mapping[str, Any] = {
    "/catalog": {
        "get": _get("list_actions", "reference", ("List actions", "Those that the key allows."), [_OF_PROVIDER], "503"),
    },
    "/catalog/{provider}/{action}": {
        "get": _get(
            "get_action",
            "reference",
            ("Show an action's fields", "Its input schema, samples and what the provider promises."),
            _NAMED,
            "403",
            "404",
        ),
    },
    "/me": {"get": _get("get_me", "reference", ("Test the API key", "Whose key it is and what it allows."), [], "503")},
}
