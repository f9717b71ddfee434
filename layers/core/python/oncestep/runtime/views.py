"""An operation as screens show it: everything that is known, with all that is sensitive or secret masked."""

from typing import Any
from urllib.parse import urlsplit

from oncestep.domain.operation import Attempt, Entry, Operation, StoredOutcome
from oncestep.domain.redaction import Redaction
from oncestep.runtime.answers import masked_result, moment
from oncestep.runtime.wiring.sending import SendingParts


def screen(parts: SendingParts, operation: Operation) -> dict[str, Any]:
    """The operation with its answer, masked for persons."""
    return view(parts.bodies.whole(operation), parts.policies.redaction(operation))


def view(operation: Operation, redaction: Redaction) -> dict[str, Any]:
    """The operation as a JSON object; times are RFC 3339. Who needs the result whole asks for `/result`."""
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
        "request": {"method": operation.request.method, "url": redaction.text(operation.request.url)},
        "input": operation.snapshot,
        "outcome": _outcome(operation.outcome, redaction) if operation.outcome else None,
        "attempts": [_attempt(attempt, redaction) for attempt in operation.attempts],
        "history": [_entry(entry, redaction) for entry in operation.history],
    }


def _outcome(outcome: StoredOutcome, redaction: Redaction) -> dict[str, Any]:
    return {
        "status": outcome.status,
        "remote_id": outcome.remote_id,
        "code": outcome.code,
        "message": redaction.text(outcome.message),
        **masked_result(outcome.document, redaction),
    }


def _entry(entry: Entry, redaction: Redaction) -> dict[str, Any]:
    return {
        "at": moment(entry.at),
        "kind": entry.kind,
        "who": entry.who,
        "key_id": entry.key_id or None,
        "detail": redaction.text(entry.detail),
    }


def _attempt(attempt: Attempt, redaction: Redaction) -> dict[str, Any]:
    return {
        "number": attempt.number,
        "round": attempt.round,
        "started_at": moment(attempt.started_at),
        "result": attempt.result,
        "status": attempt.status,
        "summary": redaction.text(attempt.summary),
        "remote_id": attempt.remote_id,
    }
