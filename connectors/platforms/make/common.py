"""The modules that are the same for all providers: run any action, and look at an operation."""

from connectors.packages.answers import words_of
from connectors.platforms.make.calls import call_body, communication
from connectors.platforms.make.components import Component
from connectors.platforms.make.connection import CONNECTION_ID
from connectors.platforms.make.parameters import ADVANCED_FIELDS, CALL_FIELDS, OWN_NAMES, Parameter

CHOICE = {
    "name": "oncestep_action",
    "type": "select",
    "label": "Action",
    "help": "Choose one; its fields follow.",
    "required": True,
    "mappable": False,
    "options": {"store": "rpc://listActions", "nested": "rpc://actionFields"},
}


def _texts(*names: str, kind: str = "text") -> list[Parameter]:
    return [{"name": name, "type": kind, "label": words_of(name)} for name in names]


_NOT_INPUT = ", ".join(f"'{name}'" for name in ("oncestep_action", *OWN_NAMES))

RUN_ANY = Component(
    kind="module",
    id="runAnyAction",
    about={
        "label": "Run any action",
        "description": "Runs any action that your key allows, also those that are newer than this app.",
        "moduleType": "action",
        "actionCrud": None,
        "connection": CONNECTION_ID,
    },
    codes={
        "communication": communication(
            "/actions/{{parameters.oncestep_action}}", call_body(f"{{{{omit(parameters, {_NOT_INPUT})}}}}")
        ),
        "staticParams": [],
        "mappableParams": [*CALL_FIELDS, CHOICE, *ADVANCED_FIELDS],
        "interface": [
            *_texts("operation_id", "status", "remote_id"),
            *_texts("replayed", kind="boolean"),
            {"name": "result", "type": "any", "label": "Result"},
        ],
        "samples": {
            "operation_id": "op_t6qptp4jn4zlz52jkwzu4rjfbu",
            "status": "succeeded",
            "replayed": False,
            "result": {},
        },
        "scope": [],
    },
)
"""The fields of the chosen action are parameters beside the app's own, which are left out of its input."""

GET_OPERATION = Component(
    kind="module",
    id="getOperation",
    about={
        "label": "Get operation",
        "description": "Shows what has become of an operation, whatever its state.",
        "moduleType": "action",
        "actionCrud": "read",
        "connection": CONNECTION_ID,
    },
    codes={
        "communication": {
            "url": "/operations/{{parameters.operation_id}}",
            "method": "GET",
            "response": {"output": "{{body}}"},
        },
        "staticParams": [],
        "mappableParams": [
            {
                "name": "operation_id",
                "type": "text",
                "label": "Operation ID",
                "help": "The operation ID that an earlier module gave.",
                "required": True,
            }
        ],
        "interface": [
            *_texts("operation_id", "status", "state", "attention", "action", "idempotency_key"),
            *_texts("created_at", "settled_at", kind="date"),
            {"name": "outcome", "type": "any", "label": "Outcome"},
        ],
        "samples": {"operation_id": "op_t6qptp4jn4zlz52jkwzu4rjfbu", "status": "succeeded", "state": "confirmed"},
        "scope": [],
    },
)
