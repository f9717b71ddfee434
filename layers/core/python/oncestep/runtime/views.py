"""An operation as screens show it: everything that is known, nothing secret."""

from typing import Any
from urllib.parse import urlsplit

from oncestep.domain.operation import Attempt, Operation, StoredOutcome
from oncestep.runtime.answers import moment, result_of


def view(operation: Operation) -> dict[str, Any]:
    """The operation as a JSON object; times are RFC 3339."""
    return {
        "operation_id": operation.operation_id,
        "status": operation.status,
        "state": operation.state,
        "attention": operation.attention,
        "client": operation.client,
        "action": operation.full_action,
        "connection": operation.connection,
        "idempotency_key": operation.idempotency_key,
        "correlation_id": operation.correlation_id,
        "source_event": operation.source_event,
        "round": operation.round,
        "created_at": moment(operation.created_at),
        "updated_at": moment(operation.updated_at),
        "settled_at": moment(operation.settled_at),
        "next_at": None if operation.state.terminal else moment(operation.next_at),
        "callbacks": [urlsplit(url).hostname for url in operation.callback_urls],
        "parent": operation.parent,
        "superseded_by": operation.superseded_by,
        "request": {"method": operation.request.method, "url": operation.request.url},
        "input": operation.snapshot,
        "outcome": _outcome(operation.outcome) if operation.outcome else None,
        "attempts": [_attempt(attempt) for attempt in operation.attempts],
        "history": [
            {"at": moment(entry.at), "kind": entry.kind, "who": entry.who, "detail": entry.detail}
            for entry in operation.history
        ],
    }


def _outcome(outcome: StoredOutcome) -> dict[str, Any]:
    return {
        "status": outcome.status,
        "remote_id": outcome.remote_id,
        "code": outcome.code,
        "message": outcome.message,
        **result_of(outcome.document),
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "number": attempt.number,
        "round": attempt.round,
        "started_at": moment(attempt.started_at),
        "result": attempt.result,
        "status": attempt.status,
        "summary": attempt.summary,
        "remote_id": attempt.remote_id,
    }
