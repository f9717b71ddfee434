"""The operations that are the same for all providers: run any action, look at an operation, and what designers ask."""

from connectors.platforms.power_automate.answers import ANYTHING, answer_with, reference, responses, waiting_responses
from connectors.platforms.power_automate.calls import PREFER, WAIT, annotation, call_body
from connectors.platforms.power_automate.schemas import Made, field


def _get(name: str, texts: tuple[str, str], parameters: list[Made], answers: Made, visibility: str) -> Made:
    summary, description = texts
    operation = {"operationId": name, "summary": summary, "description": description, "parameters": parameters}
    about = {"x-ms-visibility": visibility, "x-ms-api-annotation": annotation(name)}
    return {"get": {**operation, "responses": answers, **about}}


def _in_path(name: str, title: str, description: str, **more: object) -> Made:
    return {"name": name, "in": "path", "required": True, **field("string", title, description, **more)}


_PROVIDER_NAME = _in_path("provider", "Provider", "The provider's name.")
_ACTION_NAME = _in_path("action", "Action", "The action's name.")
_OPERATION_ID = _in_path("id", "Operation ID", "The operation ID that an earlier step answered.")
_WAIT = {
    "name": "wait",
    "in": "query",
    "required": True,
    **field("integer", "Wait", "How many seconds the answer may take.", default=WAIT),
    "x-ms-visibility": "internal",
}
_OF_PROVIDER = {
    "name": "provider",
    "in": "query",
    **field("string", "Provider", "Only this provider's actions."),
    "x-ms-visibility": "internal",
}

_CHOSEN_PROVIDER = _in_path(
    "provider",
    "Provider",
    "Whose action to run.",
    **{
        "x-ms-dynamic-values": {
            "operationId": "ListActions",
            "value-collection": "providers",
            "value-path": "name",
            "value-title": "name",
        }
    },
)
_CHOSEN_ACTION = _in_path(
    "action",
    "Action",
    "What to run.",
    **{
        "x-ms-dynamic-values": {
            "operationId": "ListActions",
            "parameters": {"provider": {"parameter": "provider"}},
            "value-collection": "data",
            "value-path": "action",
            "value-title": "title",
        }
    },
)
_CHOSEN_INPUT = field(
    "object",
    "Input",
    "The chosen action's own fields.",
    **{
        "x-ms-dynamic-schema": {
            "operationId": "GetAction",
            "parameters": {"provider": {"parameter": "provider"}, "action": {"parameter": "action"}},
            "value-path": "input_schema",
        }
    },
)

_RUN_ANY = {
    "post": {
        "operationId": "RunAnyAction",
        "summary": "Run any action",
        "description": "Choose a provider and one of its actions; the fields follow. It happens once for each key.",
        "parameters": [_CHOSEN_PROVIDER, _CHOSEN_ACTION, PREFER, call_body(_CHOSEN_INPUT)],
        "responses": waiting_responses(answer_with(ANYTHING)),
        "x-ms-visibility": "important",
        "x-ms-api-annotation": annotation("RunAnyAction"),
    }
}

OPERATIONS = {
    "/v1/actions/{provider}/{action}": _RUN_ANY,
    "/v1/operations/{id}": _get(
        "GetOperation",
        (
            "Get operation",
            "Show what has become of an operation. It answers at once, whatever its state.",
        ),
        [_OPERATION_ID],
        responses(reference("Operation")),
        "important",
    ),
    "/v1/operations/{id}/result": _get(
        "GetResult",
        (
            "Get result",
            "Wait for an operation's answer: what the step that asked for it would be answered.",
        ),
        [_OPERATION_ID, _WAIT],
        waiting_responses(reference("Answer")),
        "important",
    ),
    "/v1/catalog": _get(
        "ListActions",
        (
            "List actions",
            "List the providers and actions that the key allows, for the lists in the designer.",
        ),
        [_OF_PROVIDER],
        responses(reference("Catalog")),
        "internal",
    ),
    "/v1/catalog/{provider}/{action}": _get(
        "GetAction",
        (
            "Get action",
            "Show the fields of an action, so that the designer can show them.",
        ),
        [_PROVIDER_NAME, _ACTION_NAME],
        responses(reference("Action")),
        "internal",
    ),
    "/v1/me": _get(
        "GetMe",
        (
            "Test the connection",
            "Show whose key it is; this tells whether address and key are right.",
        ),
        [],
        responses(reference("Me")),
        "internal",
    ),
}
"""By path."""
