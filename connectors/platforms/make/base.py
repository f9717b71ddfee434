"""What modules, procedures and endpoints inherit: address, key, time limit and what each status means to Make."""

from typing import Any

TIMEOUT = 60_000
"""Milliseconds for one request; the API answers within half of it."""

MESSAGE = (
    "[{{statusCode}}] {{ifempty(body.detail, 'Oncestep did not answer as it should')}}"
    "{{if(body.operation_id, ' (operation ' + body.operation_id + ')', '')}}"
)
"""What the builder reads; the operation is how an administrator finds it."""

ERRORS = {
    # The same again changes nothing: the bundle is kept as an incomplete execution and the scenario goes on.
    **dict.fromkeys(("400", "402", "404", "413", "422", "424"), "DataError"),
    "401": "InvalidAccessTokenError",
    "403": "InvalidConfigurationError",
    # Make tries these again by itself, with the same bundle and therefore with the same key.
    **dict.fromkeys(("409", "429"), "RateLimitError"),
    **dict.fromkeys(("408", "500", "502", "503", "504"), "ConnectionError"),
}
"""Make's error type by status."""


def error_block() -> dict[str, Any]:
    """The `error` directive; every part of it needs a message of its own."""
    parts = {status: {"message": MESSAGE, "type": kind} for status, kind in sorted(ERRORS.items())}
    return {"message": MESSAGE, "type": "RuntimeError", **parts}


RESPONSE_TYPE = {"200-299": "json", "400-499": "json", "503": "json", "*": "automatic"}
"""Problems have a media type of their own, which `automatic` might not take for JSON; a gateway may answer none."""

SANITIZE = {"sanitize": ["request.headers.x-api-key"]}

BASE = {
    "baseUrl": "{{connection.base_url}}/v1",
    "headers": {"x-api-key": "{{connection.api_key}}"},
    "timeout": TIMEOUT,
    "response": {"type": RESPONSE_TYPE, "error": error_block()},
    "log": SANITIZE,
}
