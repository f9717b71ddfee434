"""What the paths refer to: security, parameters, headers, schemas, shared responses and the callback."""

from typing import Any

from oncestep.application.openapi.answers import shared_responses

_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_REPLAYED = {
    "type": "boolean",
    "description": "Whether the call repeats an earlier one, and this is what became of that.",
}
_ANSWER = {
    "type": "object",
    "required": ["operation_id", "status", "state", "replayed"],
    "properties": {
        "operation_id": _TEXT,
        "status": {"type": "string", "enum": ["processing", "succeeded"]},
        "state": _TEXT,
        "action": _TEXT,
        "idempotency_key": _TEXT,
        "correlation_id": _TEXT_OR_NULL,
        "replayed": _REPLAYED,
        "remote_id": _TEXT_OR_NULL,
        "provider_status": {"type": ["integer", "null"]},
        "result": {"description": "What the provider answered."},
        "truncated": {"type": "boolean", "description": "Whether the result is too long and was cut."},
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
        "detail": {"type": "string", "description": "What went wrong, and what to do about it."},
        "instance": _TEXT,
        "retryable": {"type": "boolean", "description": "May the very same request be sent again?"},
        "operation_id": {"type": "string", "description": "The operation that it is about, where there is one."},
        "idempotency_key": {"type": "string", "description": "The key that it is about, where there is a good one."},
        "replayed": {**_REPLAYED, "description": f"{_REPLAYED['description']} Only of what is about an operation."},
        "state": _TEXT,
        "action": _TEXT,
        "operation_status": _TEXT,
        "attention": {"type": "string", "description": "Why the operation waits for a person."},
        "provider_status": {"type": ["integer", "null"]},
        "provider_code": _TEXT_OR_NULL,
        "provider_message": _TEXT_OR_NULL,
        "errors": {
            "type": "array",
            "description": "Every wrong field, 50 at most; `Idempotency-Key` is the header.",
            "items": {"type": "object", "properties": {"field": _TEXT, "problem": _TEXT}},
        },
    },
}
_EVENT = {
    "type": "object",
    "required": ["type", "timestamp", "data"],
    "properties": {
        "type": {
            "type": "string",
            "enum": ["operation.succeeded", "operation.failed", "operation.needs_input"],
        },
        "timestamp": {"type": "string", "format": "date-time"},
        "data": {
            "type": "object",
            "required": ["operation_id", "status", "state", "action", "idempotency_key"],
            "properties": {
                **dict.fromkeys(("operation_id", "status", "state", "action", "idempotency_key"), _TEXT),
                **dict.fromkeys(("correlation_id", "source_event", "attention", "detail"), _TEXT_OR_NULL),
            },
        },
    },
}
_HEADERS = {
    "Location": {"description": "Where to ask for the answer.", "schema": {"type": "string", "format": "uri"}},
    "Retry-After": {"description": "After how many seconds.", "schema": {"type": "integer", "minimum": 0}},
    "IdempotentReplayed": {
        "description": "true: this happened before, and this is the answer it had.",
        "schema": {"type": "string", "enum": ["true"]},
    },
}
_PARAMETERS = {
    "Id": {
        "name": "id",
        "in": "path",
        "required": True,
        "description": "The operation's ID.",
        "schema": {"type": "string"},
    },
    "Wait": {
        "name": "wait",
        "in": "query",
        "description": "How many seconds to wait for the operation to settle.",
        "schema": {"type": "integer", "minimum": 0, "maximum": 25},
    },
    "Prefer": {
        "name": "Prefer",
        "in": "header",
        "description": "`wait=N` (at most 25 seconds), `respond-async`, or `handling=strict`.",
        "schema": {"type": "string"},
        "example": "wait=20",
    },
}
_SIGNED = [
    {"name": name, "in": "header", "required": True, "description": text, "schema": {"type": "string"}}
    for name, text in {
        "webhook-id": "The same when the message is sent again.",
        "webhook-timestamp": "Seconds since 1970.",
        "webhook-signature": "After Standard Webhooks: v1, a comma and an HMAC-SHA256 in base64.",
    }.items()
]
_SETTLED = {
    "{$request.body#/callback_url}": {
        "post": {
            "operationId": "operation_settled",
            "summary": "An operation has settled or stopped",
            "description": "The result is not in it; get it by the operation's ID. It may come more than once.",
            "security": [],
            "parameters": _SIGNED,
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Event"}}},
            },
            "responses": {"2XX": {"description": "Received."}, "4XX": {"description": "Refused."}},
        }
    }
}


def components() -> dict[str, Any]:
    """All of them."""
    key = {"type": "apiKey", "in": "header", "name": "x-api-key", "description": "The key as it was shown once."}
    return {
        "securitySchemes": {"apiKey": key},
        "parameters": _PARAMETERS,
        "headers": _HEADERS,
        "schemas": {"Answer": _ANSWER, "Problem": _PROBLEM, "Event": _EVENT},
        "responses": shared_responses(),
        "callbacks": {"Settled": _SETTLED},
    }
