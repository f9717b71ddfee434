"""What connectors ask before they call: who am I, which actions are there, and the API as OpenAPI 3.1."""

from typing import Any

from oncestep.application.budget import Budget
from oncestep.application.openapi import document
from oncestep.domain.contract import Action
from oncestep.domain.errors import ActionNotAllowed
from oncestep.runtime.http import Request, Response
from oncestep.runtime.wiring.sending import SendingParts


def me(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001 - one shape for all
    """The connection test: whose key this is."""
    caller = request.caller
    return Response(
        200,
        {
            "client": caller.client,
            "label": caller.label,
            "role": caller.role,
            "scope": caller.scope,
            "allow": list(caller.allow),
            "key_id": caller.key_id,
        },
    )


def catalog(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001
    """The actions that this key may run, of one provider if the query names it, and the providers that have any."""
    allowed = _allowed(parts, request)
    wanted = [action for action in allowed if request.query.get("provider") in (None, "", action.provider)]
    providers = sorted({action.provider for action in allowed})
    body = {"data": [_entry(action) for action in wanted], "providers": [{"name": name} for name in providers]}
    return Response(200, body)


def catalog_action(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001
    """One action with its fields, samples and contract facts."""
    action = parts.policies.offered(request.path["provider"], request.path["action"])
    if not request.caller.may_run(action.full_name):
        raise ActionNotAllowed(f"this API key does not allow {action.full_name}; ask for a key that does")
    return Response(200, {**_entry(action), "input_schema": action.input_schema, "samples": action.samples})


def openapi(parts: SendingParts, request: Request, budget: Budget) -> Response:  # noqa: ARG001
    """The API of this deployment, with the actions that this key may run, or the small document of one provider."""
    provider = request.query.get("provider") or None
    return Response(200, document(_allowed(parts, request), request.base_url, provider=provider))


def _allowed(parts: SendingParts, request: Request) -> list[Action]:
    return [action for action in parts.policies.catalog.actions() if request.caller.may_run(action.full_name)]


def _entry(action: Action) -> dict[str, Any]:
    return {
        "provider": action.provider,
        "action": action.name,
        "title": action.title,
        "description": action.description,
        "help": action.help,
        "needs_connection": action.needs_connection,
        "contract": _facts(action),
    }


def _facts(action: Action) -> dict[str, Any]:
    """What the provider promises, so that a builder can see what an unknown outcome would mean."""
    return {
        "version": action.contract_version,
        "idempotency_key": "verified" if action.promise else ("unverified" if action.key else "none"),
        "key_retention_ms": action.key.retention if action.key else None,
        "lookup": action.lookup is not None,
        "max_attempts": action.max_attempts,
        "source": action.key.source if action.key else None,
        "checked_on": action.key.checked_on if action.key else None,
    }
