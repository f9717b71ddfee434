"""The app as a whole: its components, their groups in the editor, and the manifest."""

from collections.abc import Sequence
from typing import Any

from connectors.packages.catalogue import Catalogue
from connectors.platforms.make.actions import endpoint, module
from connectors.platforms.make.common import GET_OPERATION, RUN_ANY
from connectors.platforms.make.components import Component
from connectors.platforms.make.connection import CONNECTION
from connectors.platforms.make.naming import component_id
from connectors.platforms.make.procedures import ACTION_FIELDS, LIST_ACTIONS

KINDS = ("connection", "endpoint", "function", "module", "rpc", "webhook")


def components(catalogue: Catalogue) -> list[Component]:
    """All components."""
    modules = [module(action, provider) for provider, action in catalogue.pairs]
    endpoints = [endpoint(action, provider) for provider, action in catalogue.pairs]
    return [CONNECTION, *modules, RUN_ANY, GET_OPERATION, LIST_ACTIONS, ACTION_FIELDS, *endpoints]


def manifest(all_components: Sequence[Component]) -> dict[str, Any]:
    """makecomapp.json. The origin, which is the app in somebody's account, is added where the app is deployed from."""
    return {
        "fileVersion": 1,
        "generalCodeFiles": {
            "base": "general/base.iml.json",
            "common": "general/common.json",
            "readme": "README.md",
            "groups": "modules/groups.json",
        },
        "components": {kind: {one.id: one.entry for one in all_components if one.kind == kind} for kind in KINDS},
        "origins": [],
    }


def groups(catalogue: Catalogue) -> list[dict[str, Any]]:
    """How the editor groups the modules."""
    by_provider = [
        {"label": provider.title, "modules": [component_id(action) for action in provider.actions]}
        for provider in catalogue.providers
    ]
    return [*by_provider, {"label": "Any provider", "modules": [RUN_ANY.id, GET_OPERATION.id]}]
