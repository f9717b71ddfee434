"""What the connector's operations answer."""

from typing import Any

from connectors.platforms.power_automate.schemas import Made, field

FACTS = {
    "operation_id": field("string", "Operation ID", "Under which this can be looked up in Oncestep."),
    "status": field("string", "Status", "One of processing, succeeded, failed and needs_input."),
    "state": field("string", "State", "The state in Oncestep's ledger, such as confirmed."),
    "action": field("string", "Action", "The provider and the action, with a dot between."),
    "idempotency_key": field("string", "Key", "The key that was sent."),
    "correlation_id": field("string", "Correlation ID", "As it was sent."),
    "replayed": field("boolean", "Replayed", "Whether the call repeats an earlier one, and this became of that."),
    "provider_status": field("integer", "Provider status", "The HTTP status of the provider's answer."),
    "remote_id": field("string", "Remote ID", "The ID of what was made at the provider."),
    "truncated": field("boolean", "Truncated", "Whether the result is too long and was cut."),
}
ANYTHING = field("object", "Result", "What the provider answered.")

_OPERATION = {
    **{name: FACTS[name] for name in ("operation_id", "status", "state", "action", "idempotency_key")},
    "attention": field("string", "Attention", "Why it waits for a person; blank if it does not."),
    "created_at": field("string", "Created at", "When it was first asked for.", format="date-time"),
    "updated_at": field("string", "Updated at", "When it last changed.", format="date-time"),
    "settled_at": field("string", "Settled at", "When it was settled; blank while it is not.", format="date-time"),
    "outcome": field("object", "Outcome", "What the provider answered, once it is settled."),
}
_PROBLEM = {
    "title": field("string", "Title", "What kind of problem it is."),
    "status": field("integer", "Status", "The HTTP status."),
    "detail": field("string", "Detail", "What went wrong, and what to do about it."),
    "retryable": field("boolean", "Retryable", "Whether the very same call may be sent again."),
    "operation_id": FACTS["operation_id"],
    "idempotency_key": FACTS["idempotency_key"],
    "replayed": FACTS["replayed"],
    "attention": field("string", "Attention", "Why the operation waits for a person."),
}
_ME = {
    "client": field("string", "Client", "Whose key it is."),
    "label": field("string", "Label", "The name of the key."),
}
_CATALOG_ENTRY = {
    "provider": field("string", "Provider", "The provider's name."),
    "action": field("string", "Action", "The action's name."),
    "title": field("string", "Title", "The action's title."),
    "description": field("string", "Description", "What the action does."),
}
_CATALOG = {
    "data": field(
        "array", "Actions", "The actions that the key allows.", items={"type": "object", "properties": _CATALOG_ENTRY}
    ),
    "providers": field(
        "array",
        "Providers",
        "The providers of these actions.",
        items={"type": "object", "properties": {"name": field("string", "Name", "The provider's name.")}},
    ),
}


def answer_with(result: Made) -> Made:
    """The schema of an action's answer with this result."""
    return {"type": "object", "properties": {**FACTS, "result": result}}


DEFINITIONS = {
    "Answer": answer_with(ANYTHING),
    "Operation": {"type": "object", "properties": _OPERATION},
    "Problem": {"type": "object", "properties": _PROBLEM},
    "Me": {"type": "object", "properties": _ME},
    "Catalog": {"type": "object", "properties": _CATALOG},
    "Action": {
        "type": "object",
        "properties": {**_CATALOG_ENTRY, "input_schema": field("object", "Fields", "The action's input fields.")},
    },
}


def reference(name: str) -> Made:
    """A reference to one of the definitions."""
    return {"$ref": f"#/definitions/{name}"}


def responses(schema: Made) -> dict[str, Any]:
    """What an operation that answers at once may answer."""
    return {
        "200": {"description": "Done.", "schema": schema},
        "default": {"description": "It did not work; the detail says why.", "schema": reference("Problem")},
    }


def waiting_responses(schema: Made) -> dict[str, Any]:
    """What an operation that may take its time may answer; Power Automate asks at Location until it is done."""
    headers = {
        "Location": {"type": "string", "description": "Where to ask for the answer."},
        "Retry-After": {"type": "integer", "description": "After how many seconds."},
    }
    processing = {"description": "Still processing.", "schema": reference("Answer"), "headers": headers}
    return {"200": responses(schema)["200"], "202": processing, "default": responses(schema)["default"]}
