"""From refusals to problem documents: one table. Adding an error touches one line here."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from oncestep.domain import errors
from oncestep.domain.recognition import masked
from oncestep.runtime.http import Request, Response, Subject

MEDIA_TYPE = "application/problem+json"
REPLAYED = {"Idempotent-Replayed": "true"}
"""The header of every answer to a call that repeats an earlier one; the body's `replayed` says the same."""


class Kind(NamedTuple):
    """How a refusal looks over HTTP. `retryable`: may the very same request be sent again?"""

    status: int
    title: str
    retryable: bool = False
    retry_after: int | None = None


KINDS: Mapping[type[errors.OncestepError], Kind] = {
    errors.InvalidKey: Kind(400, "The idempotency key is missing or invalid"),
    errors.InvalidRequest: Kind(400, "The request is not valid"),
    errors.UnknownConnection: Kind(400, "The connection cannot be used"),
    errors.HostNotAllowed: Kind(400, "The host is not allowed"),
    errors.ActionNotAllowed: Kind(403, "The API key does not allow this"),
    errors.UnknownAction: Kind(404, "There is no such action"),
    errors.UnknownOperation: Kind(404, "There is no such operation"),
    errors.StillProcessing: Kind(409, "The operation is still being processed", retryable=True, retry_after=2),
    errors.VerbRefused: Kind(409, "The operation does not allow this now"),
    errors.PayloadTooLarge: Kind(413, "The request is too large"),
    errors.KeyReused: Kind(422, "The idempotency key was used for other parameters"),
    errors.BlobsUnavailable: Kind(503, "The store of large bodies is unavailable", retryable=True, retry_after=2),
    errors.ConnectionsUnavailable: Kind(503, "The store of credentials is unavailable", retryable=True, retry_after=2),
    errors.LedgerUnavailable: Kind(503, "The ledger is unavailable", retryable=True, retry_after=2),
}
DEFECT = Kind(500, "Something went wrong on our side", retryable=True)


def problem_of(error: errors.OncestepError, request: Request) -> Response:
    """The refusal of a request as a response."""
    kind = KINDS.get(type(error), DEFECT)
    refused = problem(kind, error.code, str(error), request.instance, **_members(error, request.subject))
    return replace(refused, headers={**refused.headers, **REPLAYED}) if error.replayed else refused


def defect(request: Request) -> Response:
    """The answer to a request that failed in a way that nobody foresaw: it tells nothing of the inside."""
    subject = request.subject
    return problem(
        DEFECT,
        "defect",
        "the request failed; its log has the cause",
        request.instance,
        operation_id=subject.operation_id,
        idempotency_key=subject.idempotency_key,
    )


def _members(error: errors.OncestepError, subject: Subject) -> dict[str, Any]:
    """What a refusal tells beyond its sentence, where it has that."""
    return {
        "errors": [{"field": masked(wrong.field), "problem": masked(wrong.problem)} for wrong in error.fields],
        "operation_id": error.operation_id or subject.operation_id,
        "idempotency_key": error.idempotency_key or subject.idempotency_key,
        "replayed": error.replayed or None,
    }


def problem(kind: Kind, code: str, detail: str, instance: str, **members: object) -> Response:
    """A problem document with its extension members; empty ones are left out.

    A refusal may repeat what was sent: secrets in it are masked.
    """
    body = {
        "type": f"urn:oncestep:problem:{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": masked(detail),
        "instance": instance,
        "retryable": kind.retryable,
        **{name: value for name, value in members.items() if value not in (None, "", [])},
    }
    headers = {} if kind.retry_after is None else {"Retry-After": str(kind.retry_after)}
    return Response(kind.status, body, headers, MEDIA_TYPE)
