"""What the API answers, each with an example: done, still processing, and the problems."""

from collections.abc import Mapping
from typing import Any

KEY_EXAMPLE = "order-1842"
OPERATION_EXAMPLE = "op_t6qptp4jn4zlz52jkwzu4rjfbu"

PROCESSING_EXAMPLE: Mapping[str, Any] = {
    "operation_id": OPERATION_EXAMPLE,
    "status": "processing",
    "state": "accepted",
    "action": "mail.send",
    "idempotency_key": KEY_EXAMPLE,
    "correlation_id": None,
    "replayed": False,
}
ANSWER_EXAMPLE: Mapping[str, Any] = {
    **PROCESSING_EXAMPLE,
    "status": "succeeded",
    "state": "confirmed",
    "provider_status": 200,
    "truncated": False,
}
_ABOUT_OPERATION = {"operation_id": OPERATION_EXAMPLE, "idempotency_key": KEY_EXAMPLE}

PROBLEMS: Mapping[str, tuple[str, str, Mapping[str, Any]]] = {
    "400": (
        "The request is not valid; every wrong field is named, 50 at most.",
        "invalid_request",
        {
            "title": "The request is not valid",
            "detail": "the input of mail.send is not valid: input.to: is required and was missing or blank",
            "errors": [{"field": "input.to", "problem": "is required and was missing or blank"}],
            "idempotency_key": KEY_EXAMPLE,
        },
    ),
    "401": (
        "The API key is missing, wrong or revoked.",
        "unauthorized",
        {"title": "Unauthorized", "detail": "Send a valid API key in the x-api-key header."},
    ),
    "403": (
        "The API key does not allow this.",
        "action_not_allowed",
        {
            "title": "The API key does not allow this",
            "detail": "this API key does not allow mail.send; ask for a key that does",
            "idempotency_key": KEY_EXAMPLE,
        },
    ),
    "404": (
        "There is no such thing for this API key.",
        "unknown_operation",
        {"title": "There is no such operation", "detail": "there is no operation op_1; check the ID and the API key"},
    ),
    "409": (
        "The same call is still processing (`Prefer: handling=strict` only), or a verb does not fit the operation.",
        "still_processing",
        {
            "title": "The operation is still being processed",
            "detail": "the operation with this idempotency key is still being processed",
            "retryable": True,
            **_ABOUT_OPERATION,
            "replayed": True,
        },
    ),
    "413": (
        "The request is too large.",
        "payload_too_large",
        {"title": "The request is too large", "detail": "the body has 3000000 bytes; 2097152 is the most"},
    ),
    "422": (
        "The idempotency key was used for other input, or on another connection.",
        "idempotency_key_reused",
        {
            "title": "The idempotency key was used for other parameters",
            "detail": "this idempotency key belongs to an operation with other input; "
            "a repeat needs the same input, a new intent needs a new key",
            **_ABOUT_OPERATION,
        },
    ),
    "424": (
        "The provider refused it, or a person must look; sending it again changes nothing.",
        "provider_rejected",
        {
            "title": "The provider refused the request",
            "detail": "the recipient is suppressed",
            **_ABOUT_OPERATION,
            "replayed": False,
            "state": "rejected",
            "action": "mail.send",
            "operation_status": "failed",
            "provider_status": 422,
            "provider_message": "the recipient is suppressed",
        },
    ),
    "429": (
        "Too many requests; nothing was claimed.",
        "too_many_requests",
        {"title": "Too many requests", "detail": "wait before the next request", "retryable": True},
    ),
    "503": (
        "The ledger, or the store of large bodies or of credentials, is unavailable; nothing was claimed.",
        "ledger_unavailable",
        {"title": "The ledger is unavailable", "detail": "nothing was claimed; send the same again", "retryable": True},
    ),
}
"""By status: what it means, the problem's code, and its example."""

WAITING = ("409", "429", "503")
"""The problems that say when to send again."""


def answers(done: dict[str, Any], *problems: str) -> dict[str, Any]:
    """The responses of an operation that may take its time."""
    return {"200": done, "202": {"$ref": "#/components/responses/Processing"}, **refused(*problems)}


def refused(*problems: str) -> dict[str, Any]:
    """References to the problems with these statuses."""
    return {status: {"$ref": f"#/components/responses/Problem{status}"} for status in problems}


def succeeded(example: Mapping[str, Any]) -> dict[str, Any]:
    """The response of a call that is done."""
    return {
        "description": "Done: this happened once.",
        "headers": {"Idempotent-Replayed": {"$ref": "#/components/headers/IdempotentReplayed"}},
        "content": {"application/json": {"schema": _schema("Answer"), "example": example}},
    }


def shared_responses() -> dict[str, Any]:
    """The responses that many operations have."""
    processing = {
        "description": "Still processing; ask at Location after Retry-After seconds.",
        "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in ("Location", "Retry-After")},
        "content": {"application/json": {"schema": _schema("Answer"), "example": PROCESSING_EXAMPLE}},
    }
    return {"Processing": processing, **{f"Problem{status}": _problem(status) for status in PROBLEMS}}


def _problem(status: str) -> dict[str, Any]:
    meaning, code, facts = PROBLEMS[status]
    example = {"type": f"urn:oncestep:problem:{code}", "status": int(status), "retryable": False, **facts}
    made = {
        "description": meaning,
        "content": {"application/problem+json": {"schema": _schema("Problem"), "example": example}},
    }
    return made | (
        {"headers": {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}} if status in WAITING else {}
    )


def _schema(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
