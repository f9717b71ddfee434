"""What a caller is told about an operation. Never 408, 429 or 5xx: those make tools send again by themselves."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from oncestep.domain.documents import MISSING, parse
from oncestep.domain.errors import StillProcessing
from oncestep.domain.operation import EntryKind, Operation
from oncestep.domain.outcomes import Document
from oncestep.domain.redaction import Redaction
from oncestep.domain.states import State, Status
from oncestep.runtime.http import Response
from oncestep.runtime.problems import REPLAYED, Kind, problem

LONGEST_PAUSE = 30
LARGEST_RESULT = 2 * 1024 * 1024
"""As JSON. Lambda takes answers of 6 MB, in which the gateway's envelope escapes every quote of ours."""
FIRST_PART = 64 * 1024
REJECTED = Kind(424, "The provider refused the request")
DISMISSED = Kind(424, "The operation was dismissed")
NEEDS_INPUT = Kind(424, "The operation stopped and waits for a person")


class Asked(NamedTuple):
    """How a caller asked: for which operation, from where, and whether a repeat in flight is an error to them.

    After a fix-forward, ID and key are those of the operation that was asked for, not of the one that answers.
    `redaction` is for those who are not the caller whose operation it is.
    """

    operation_id: str
    idempotency_key: str
    base_url: str
    instance: str
    now: int
    replayed: bool = False
    strict: bool = False
    redaction: Redaction | None = None

    def result(self, document: Document) -> dict[str, Any]:
        """The result: whole for the caller whose operation it is, masked by the redaction for others."""
        return masked_result(document, self.redaction) if self.redaction else result_of(document)


def answer(operation: Operation, asked: Asked) -> Response:
    """The operation as its POST, a repeat of it, and its `/result` all answer it.

    Raises:
        StillProcessing: the caller wants strict handling of a repeat in flight.

    """
    match operation.status:
        case Status.SUCCEEDED:
            return Response(200, _succeeded(operation, asked), _headers(asked))
        case Status.PROCESSING if asked.strict and asked.replayed:
            raise StillProcessing(operation_id=asked.operation_id, idempotency_key=asked.idempotency_key)
        case Status.PROCESSING:
            return _processing(operation, asked)
        case _:
            return _failed(operation, asked)


def _succeeded(operation: Operation, asked: Asked) -> dict[str, Any]:
    outcome = operation.outcome
    body = _about(operation, asked)
    if outcome is not None:
        body |= {
            "provider_status": outcome.status,
            "remote_id": outcome.remote_id,
            **asked.result(outcome.document),
        }
    return body


def _processing(operation: Operation, asked: Asked) -> Response:
    pause = max(1, min(LONGEST_PAUSE, -(-(operation.next_at - asked.now) // 1000)))
    location = f"{asked.base_url}/v1/operations/{asked.operation_id}/result"
    headers = {**_headers(asked), "Location": location, "Retry-After": str(pause)}
    return Response(202, _about(operation, asked), headers)


def _failed(operation: Operation, asked: Asked) -> Response:
    kind, code, detail = _failure(operation)
    outcome = operation.outcome if operation.state is State.REJECTED else None
    # A problem's own `status` is the HTTP status, as RFC 9457 has it.
    about = _about(operation, asked)
    about["operation_status"] = about.pop("status")
    response = problem(
        kind,
        code,
        detail,
        asked.instance,
        **about,
        attention=operation.attention,
        provider_status=outcome.status if outcome else None,
        provider_code=outcome.code if outcome else None,
        provider_message=outcome.message if outcome else None,
        **(asked.result(outcome.document) if outcome else {}),
    )
    return Response(response.status, response.body, {**response.headers, **_headers(asked)}, response.media_type)


def _failure(operation: Operation) -> tuple[Kind, str, str]:
    if operation.attention:
        reason = _last(operation, EntryKind.STOPPED)
        return NEEDS_INPUT, "needs_input", f"{reason}; an operator can resolve, replay or dismiss it"
    if operation.state is State.REJECTED:
        message = operation.outcome.message if operation.outcome else ""
        return REJECTED, "provider_rejected", message or "the provider refused the request"
    return DISMISSED, "dismissed", f"a person stopped it: {_last(operation, EntryKind.DISMISSED)}"


def _last(operation: Operation, kind: EntryKind) -> str:
    """What the history says about the last event of that kind; later evidence may follow it."""
    return next((entry.detail for entry in reversed(operation.history) if entry.kind is kind), "")


def _about(operation: Operation, asked: Asked) -> dict[str, Any]:
    about = {
        "operation_id": asked.operation_id,
        "status": operation.status,
        "state": operation.state,
        "action": operation.full_action,
        "idempotency_key": asked.idempotency_key,
        "correlation_id": operation.correlation_id,
        "replayed": asked.replayed,
    }
    if operation.operation_id != asked.operation_id:
        about["superseded_by"] = operation.operation_id
    return about


def _headers(asked: Asked) -> Mapping[str, str]:
    return REPLAYED if asked.replayed else {}


def result_of(document: Document) -> dict[str, Any]:
    """A provider's body as JSON, or as text where it is none; the first part of one that no answer can hold."""
    value = parse(document.content)
    if value is MISSING:
        value = document.content.decode("utf-8", "replace")
    if len(json.dumps(value)) <= LARGEST_RESULT:
        unread = document.blob is not None and not document.content  # as in lists, which fetch no blobs
        return {"result": value, "truncated": document.truncated or unread}
    return {"result": document.content[:FIRST_PART].decode("utf-8", "replace"), "truncated": True}


def masked_result(document: Document, redaction: Redaction) -> dict[str, Any]:
    """The same for whoever is not the caller whose operation it is."""
    found = result_of(document)
    return {**found, "result": redaction.document(found["result"])}


def moment(milliseconds: int | None) -> str | None:
    """Epoch milliseconds as RFC 3339."""
    if milliseconds is None:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
