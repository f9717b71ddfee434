"""Workflows with an Oncestep node, as a builder makes them in the editor."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from connectors.contracts.catalog import compile_catalog
from connectors.contracts.discovery import provider_folders
from connectors.packages.catalogue import Action, catalogue_of
from tests.platforms.driver import Account, Call

Json = Mapping[str, Any]

PACKAGE = "n8n-nodes-oncestep"
CREDENTIAL = "oncestepApi"
STEP = "Step"


def credentials(account: Account, **more: str) -> Json:
    """What the builder enters."""
    return {"url": account.base_url, "apiKey": account.api_key, **more}


def item(call: Call) -> Json:
    """What the trigger gives: the values that the step maps."""
    return {"key": call.key, **call.input}


def step(call: Call, **settings: Any) -> Json:  # noqa: ANN401 - any of n8n's settings
    """The Oncestep node, with each field mapped from the trigger's item."""
    return node(parameters(call), **settings)


def node(parameters: Json, **settings: Any) -> Json:  # noqa: ANN401 - any of n8n's settings
    """The Oncestep node, filled in like this."""
    return {
        "id": "step",
        "name": STEP,
        "type": f"{PACKAGE}.oncestep",
        "typeVersion": 1,
        "position": [200, 0],
        "parameters": parameters,
        "credentials": {CREDENTIAL: {"id": "1", "name": "Oncestep"}},
        **settings,
    }


def parameters(call: Call) -> Json:
    """Required fields in the open, others in their collection; the key as it is given."""
    fields = {name: _mapped(name) for name in call.input}
    required = {field.name for field in action(call).fields if field.required}
    return {
        "resource": call.provider,
        "operation": call.action,
        "keyMode": "whole",
        "wholeKey": _mapped("key"),
        **{f"input_{name}": value for name, value in fields.items() if name in required},
        "optionalFields": {name: value for name, value in fields.items() if name not in required},
        "options": {"waitSeconds": call.wait},
    }


def workflow(step: Json, *, identifier: str = "flow") -> Json:
    """Trigger, step, and an end each for items that were done and that failed."""
    nodes = [_plain("Trigger", "test.trigger"), step, _plain("Done", "test.end"), _plain("Failed", "test.end")]
    links = {"Trigger": ["Step"], "Step": ["Done", "Failed"]}
    connections = {name: {"main": [[_link(end)] for end in ends]} for name, ends in links.items()}
    return {"id": identifier, "nodes": nodes, "connections": connections}


@cache
def _actions() -> Mapping[tuple[str, str], Action]:
    catalogue = catalogue_of(compile_catalog(provider_folders({})).providers)
    return {(action.provider, action.name): action for action in catalogue.actions}


def action(call: Call) -> Action:
    """What is called, as the package knows it."""
    return _actions()[call.provider, call.action]


def _mapped(name: str) -> str:
    return f"={{{{ $json.{name} }}}}"


def _plain(name: str, kind: str) -> Json:
    return {"id": name, "name": name, "type": kind, "typeVersion": 1, "position": [0, 0], "parameters": {}}


def _link(name: str) -> Json:
    return {"node": name, "type": "main", "index": 0}
