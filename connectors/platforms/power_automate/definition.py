"""The connector's definition: Swagger 2.0 with Microsoft's extensions."""

from typing import Any

from connectors.packages.catalogue import Catalogue
from connectors.platforms.power_automate.actions import action_operation
from connectors.platforms.power_automate.answers import DEFINITIONS
from connectors.platforms.power_automate.operations import OPERATIONS

WEBSITE = "https://oncestep.example.com"
"""Whoever publishes the connector writes their own address here."""

DESCRIPTION = (
    "Makes the steps of a flow happen once: however often a flow, the network or a person repeats a step, "
    "the provider is asked to do it once and everybody gets the same answer."
)


def definition(catalogue: Catalogue) -> dict[str, Any]:
    """The whole document. The paths begin with the stage, since the host's policy replaces any base path."""
    actions = {f"/v1{action.path}": action_operation(action, provider) for provider, action in catalogue.pairs}
    return {
        "swagger": "2.0",
        "info": {
            "title": "Oncestep",
            "description": DESCRIPTION,
            "version": "1.0",
            "contact": {"name": "Oncestep", "url": WEBSITE},
        },
        "host": "oncestep.example.com",
        "basePath": "/",
        "schemes": ["https"],
        "consumes": ["application/json"],
        "produces": ["application/json"],
        "paths": {**actions, **OPERATIONS},
        "definitions": DEFINITIONS,
        "securityDefinitions": {"api_key": {"type": "apiKey", "in": "header", "name": "x-api-key"}},
        "security": [{"api_key": []}],
        "tags": [],
        "x-ms-capabilities": {"testConnection": {"operationId": "GetMe"}},
        "x-ms-connector-metadata": [
            {"propertyName": "Website", "propertyValue": WEBSITE},
            {"propertyName": "Privacy policy", "propertyValue": f"{WEBSITE}/privacy"},
            {"propertyName": "Categories", "propertyValue": "IT Operations;Productivity"},
        ],
    }
