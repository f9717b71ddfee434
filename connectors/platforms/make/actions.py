"""Two components per action of the catalogue: a module for scenarios and an endpoint for assistants."""

from connectors.packages.answers import sample_answer, schema_of
from connectors.packages.catalogue import Action, Provider
from connectors.platforms.make.calls import call_body, communication, mapped, post
from connectors.platforms.make.components import Component
from connectors.platforms.make.connection import CONNECTION_ID
from connectors.platforms.make.interface import interface
from connectors.platforms.make.naming import component_id
from connectors.platforms.make.parameters import Parameter, parameters

HINTS = {"idempotentHint": True, "readOnlyHint": False, "destructiveHint": True, "openWorldHint": True}


def module(action: Action, provider: Provider) -> Component:
    """The module that runs it."""
    sample = sample_answer(action)
    return Component(
        kind="module",
        id=component_id(action),
        about={
            "label": f"{action.title} ({provider.title})",
            "description": _description(action),
            "moduleType": "action",
            "actionCrud": None,
            "connection": CONNECTION_ID,
        },
        codes={
            "communication": communication(action.path, call_body(mapped(action.fields))),
            "staticParams": [],
            "mappableParams": parameters(action.fields),
            "interface": interface(schema_of(sample)),
            "samples": sample,
            "scope": [],
        },
    )


def endpoint(action: Action, provider: Provider) -> Component:
    """The endpoint that runs it: one request, which may be repeated at will."""
    return Component(
        kind="endpoint",
        id=component_id(action),
        about={
            "label": f"{action.title} ({provider.title})",
            "description": _description(action),
            "annotations": HINTS,
            "attachedAccounts": [CONNECTION_ID],
        },
        codes={
            "communication": post(action.path, call_body(mapped(action.fields))),
            "inputParameters": parameters(action.fields),
            "outputParameters": explained(interface(schema_of(sample_answer(action)))),
        },
    )


def explained(parts: list[Parameter]) -> list[Parameter]:
    """Every part with a help text, as endpoints need it."""
    return [_explained(part) for part in parts]


def _explained(part: Parameter) -> Parameter:
    spec = part.get("spec")
    inner = explained(spec) if isinstance(spec, list) else _explained(spec) if spec else None
    helped = {**part, "help": f"{part.get('label', 'One of the list')}, as the provider answers it."}
    return helped | ({"spec": inner} if inner else {})


def _description(action: Action) -> str:
    return f"{action.description} It happens once for each key, however often the scenario repeats it."
