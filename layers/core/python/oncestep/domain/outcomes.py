"""What the sending of a request showed (evidence) and what that proves (outcome). Values, never exceptions."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from oncestep.domain.identity import Json
from oncestep.domain.states import Attention

SUCCESS = range(200, 300)
NAMED = 10
FOUND_UNDECIDED = "found_undecided"
"""Why a lookup failed that found the operation's object in a state that proves nothing yet."""


class Stage(StrEnum):
    """How far a request got before it failed."""

    BEFORE_WRITE = "before_write"
    AFTER_WRITE = "after_write"


@dataclass(frozen=True, slots=True)
class Answer:
    """A provider's answer; `body` may be cut at the sender's bound, then `truncated` is set."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    truncated: bool = False

    @property
    def ok(self) -> bool:
        """Whether the status is one of success."""
        return self.status in SUCCESS

    def header(self, name: str) -> str | None:
        """The header of that name, in any case."""
        wanted = name.lower()
        return next((value for key, value in self.headers.items() if key.lower() == wanted), None)


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """No readable answer came; `reason` is a short machine word such as `connection_refused`."""

    stage: Stage
    reason: str
    attention: Attention | None = None
    detail: str = ""


Evidence: TypeAlias = Answer | NoAnswer


@dataclass(frozen=True, slots=True)
class Document:
    """A provider's body as it is kept: bytes, media type, SHA-256, and whether the end was cut off."""

    content: bytes = field(repr=False)
    media_type: str = ""
    digest: str = ""
    truncated: bool = False
    blob: str | None = None

    @classmethod
    def of(cls, content: bytes, media_type: str, *, truncated: bool = False) -> "Document":
        """The document of a body, with its digest."""
        return cls(content, media_type, hashlib.sha256(content).hexdigest(), truncated)

    @classmethod
    def of_json(cls, value: Json) -> "Document":
        """The document of a JSON value, such as one item of a lookup's list."""
        return cls.of(json.dumps(value, separators=(",", ":")).encode(), "application/json")


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The provider applied the request."""

    status: int
    document: Document
    remote_id: str | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """The provider refused the request itself; it was not applied.

    `definite`: the refusal is the provider's own word about the request. Otherwise it speaks of no other attempt:
    whatever lies between may have answered, or it means "I have this already", and the first of them worked.
    """

    status: int
    document: Document
    code: str | None = None
    message: str = ""
    definite: bool = True


@dataclass(frozen=True, slots=True)
class NotApplied:
    """The request had no effect and the same bytes may be sent again.

    `retry_after` is in milliseconds. With `attention` set only a person can help.
    """

    reason: str
    status: int | None = None
    retry_after: int | None = None
    attention: Attention | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The request may have been applied. `retry_after` is in milliseconds."""

    reason: str
    status: int | None = None
    retry_after: int | None = None
    message: str = ""


Outcome: TypeAlias = Confirmed | Rejected | NotApplied | Unknown


@dataclass(frozen=True, slots=True)
class Found:
    """A lookup showed the operation's remote object."""

    outcome: Confirmed


@dataclass(frozen=True, slots=True)
class Absent:
    """A lookup worked and showed no object of this operation; or only `refused` ones, whose state says so."""

    refused: bool = False


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A lookup showed several different objects of this operation."""

    remote_ids: tuple[str, ...]

    @property
    def named(self) -> str:
        """The first few of them, to be read."""
        named = [remote_id[:100] for remote_id in self.remote_ids[:NAMED]]
        more = len(self.remote_ids) - NAMED
        return ", ".join([*named, f"and {more} more"] if more > 0 else named)


@dataclass(frozen=True, slots=True)
class LookupFailed:
    """The lookup itself did not work and says nothing. `retry_after` is in milliseconds."""

    reason: str
    retry_after: int | None = None
    attention: Attention | None = None


LookupResult: TypeAlias = Found | Absent | Ambiguous | LookupFailed
