"""The HTTP API as an OpenAPI 3.1 document: one path per action, so that tools show typed fields."""

from collections.abc import Iterable
from typing import Any

from oncestep.application.openapi.calls import Described, call_path
from oncestep.application.openapi.components import components
from oncestep.application.openapi.operations import OPERATIONS, REFERENCE, VERBS

__all__ = ["Described", "document"]

TITLE = "Oncestep"
DESCRIPTION = (
    "Makes a step of an automation happen once: however often a call is repeated, the provider is asked to do it once "
    "and everybody gets the same answer. Send the ID of the record that started the run as `idempotency_key`."
)
TAGS = {
    "actions": "What can be done at the providers; each once for each key.",
    "operations": "What has become of a call.",
    "reference": "Which actions there are, and whose key it is.",
}


def document(actions: Iterable[Described], server: str, *, provider: str | None = None) -> dict[str, Any]:
    """The document for these actions at this address (without `/v1`).

    With `provider` it is the small one for that provider's users: only its actions, and nothing for operators.
    """
    return document_at([{"url": f"{server}/v1"}], actions, provider=provider)


def document_at(
    servers: list[dict[str, Any]], actions: Iterable[Described], *, provider: str | None = None
) -> dict[str, Any]:
    """The same for servers as the document describes them, such as one with variables."""
    described = [action for action in actions if provider in (None, action.provider)]
    paths = {path: item for action in described for path, item in call_path(action)}
    return {
        "openapi": "3.1.0",
        "info": _info(provider),
        "servers": servers,
        "security": [{"apiKey": []}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": {**paths, **OPERATIONS, **({} if provider else VERBS), **REFERENCE},
        "components": components(),
    }


def _info(provider: str | None) -> dict[str, Any]:
    return {
        "title": f"{TITLE}: {provider}" if provider else TITLE,
        "version": "1",
        "summary": "The step of an automation that happens once.",
        "description": DESCRIPTION,
        "license": {"name": "MIT", "identifier": "MIT"},
    }
