"""What a call of any action says beside the action's own input, and what may come back."""

from connectors.packages import words
from connectors.platforms.power_automate.schemas import Made, field

WAIT = 20
"""Seconds that the API may work on a call before it answers 202, well below the 120 that Power Automate waits."""

PREFER = {
    "name": "Prefer",
    "in": "header",
    "type": "string",
    "required": True,
    "default": f"wait={WAIT}",
    "x-ms-summary": "Prefer",
    "description": "How long the answer may take.",
    "x-ms-visibility": "internal",
}


def call_body(action_input: Made) -> Made:
    """The body parameter of a call with this input."""
    fields = {
        "idempotency_key": field(
            "string",
            words.KEY_TITLE,
            f"{words.KEY_HELP} {words.KEY_SUFFIX_HELP}",
            minLength=1,
            maxLength=255,
            **{"x-ms-visibility": "important"},
        ),
        "input": action_input,
        "connection": _advanced(words.CONNECTION_TITLE, words.CONNECTION_HELP),
        "correlation_id": _advanced(words.CORRELATION_TITLE, words.CORRELATION_HELP, maxLength=255),
        "source_event": _advanced(words.SOURCE_TITLE, words.SOURCE_HELP, maxLength=255),
        "callback_url": _advanced(words.CALLBACK_TITLE, words.CALLBACK_HELP, format="uri"),
    }
    schema = {"type": "object", "required": ["idempotency_key", "input"], "properties": fields}
    return {
        "name": "body",
        "in": "body",
        "required": True,
        "x-ms-summary": "Call",
        "description": "The action's input and the key that makes it happen once.",
        "schema": schema,
    }


def _advanced(title: str, description: str, **more: object) -> Made:
    return field("string", title, description, **more, **{"x-ms-visibility": "advanced"})


def annotation(operation_id: str) -> Made:
    """The first revision of an operation."""
    return {"family": operation_id, "revision": 1, "status": "Production"}
