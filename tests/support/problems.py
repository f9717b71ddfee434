"""Problem documents as callers read them (RFC 9457)."""

from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True, slots=True)
class Problem:
    """What every one of them tells; `rest` are the members that only some have."""

    code: str
    status: int
    title: str
    detail: str
    instance: str
    retryable: bool
    rest: dict[str, Any]

    @property
    def fields(self) -> set[str]:
        """The names of the wrong fields."""
        return {error["field"] for error in self.rest["errors"]}


def problem_in(answer: httpx.Response) -> Problem:
    """The problem that an answer is; anything else, or an incomplete one, raises."""
    body = answer.json()
    if answer.headers["Content-Type"] != "application/problem+json" or body["status"] != answer.status_code:
        raise ValueError(f"no problem document: {answer.status_code} {answer.text}")
    kind, title, detail = body.pop("type"), body.pop("title"), body.pop("detail")
    return Problem(
        code=kind.removeprefix("urn:oncestep:problem:"),
        status=body.pop("status"),
        title=title,
        detail=detail,
        instance=body.pop("instance", ""),
        retryable=body.pop("retryable"),
        rest=body,
    )
