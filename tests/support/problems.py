"""Problem documents as callers read them (RFC 9457)."""

from dataclasses import dataclass, replace
from typing import Any

import httpx

GATEWAYS_OWN = "x-amzn-errortype"
"""API Gateway sets this header where no function was asked."""
REQUEST_ID = "x-amzn-requestid"


@dataclass(frozen=True, slots=True)
class Problem:
    """What every one of them tells; `rest` are the members that only some have."""

    code: str
    status: int
    title: str
    detail: str
    retryable: bool
    rest: dict[str, Any]

    @property
    def fields(self) -> set[str]:
        """The names of the wrong fields."""
        return {error["field"] for error in self.rest["errors"]}

    @property
    def replayed(self) -> "Problem":
        """The same, as a repeat of the call is told it."""
        return replace(self, rest={**self.rest, "replayed": True})


def problem_in(answer: httpx.Response) -> Problem:
    """The problem that an answer is; anything else raises, and so does one that lacks a member or contradicts HTTP."""
    body = answer.json()
    instance = f"urn:uuid:{answer.headers[REQUEST_ID]}" if GATEWAYS_OWN in answer.headers else answer.url.path
    told = (answer.headers["Content-Type"], body["status"], body.pop("instance"))
    if told != ("application/problem+json", answer.status_code, instance):
        raise ValueError(f"no proper problem document: {answer.status_code} {answer.headers} {answer.text}")
    return Problem(
        code=body.pop("type").removeprefix("urn:oncestep:problem:"),
        status=body.pop("status"),
        title=body.pop("title"),
        detail=body.pop("detail"),
        retryable=body.pop("retryable"),
        rest=body,
    )
