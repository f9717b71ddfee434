"""What Oncestep refuses, by meaning. What a provider does is never an exception: see outcomes."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

MOST_PROBLEMS = 50
"""So many wrong fields are told at once: Lambda takes answers of 6 MB, and nobody reads that far."""
LONGEST_REPEATED = 100
"""A longer name or value is not repeated whole in what is said of it."""


def shortened(name: str) -> str:
    """The name, or the first part of a long one."""
    return name if len(name) <= LONGEST_REPEATED else f"{name[:LONGEST_REPEATED]}..."


class FieldError(NamedTuple):
    """One wrong field of a request: its path in the JSON body and what is wrong with it."""

    field: str
    problem: str


class OncestepError(Exception):
    """Base of all refusals; `code` names the kind, `str()` says what to do about it.

    `fields` names every wrong field; `operation_id` and `idempotency_key` are those that the refusal is about, where
    there are such. `replayed`: the refused call repeats an operation that was there before.
    """

    code: ClassVar[str] = "error"
    replayed: ClassVar[bool] = False
    fields: tuple[FieldError, ...] = ()
    operation_id: str | None = None
    idempotency_key: str | None = None


class IllegalTransition(OncestepError):
    """A state change that the table does not have; always a defect of ours."""

    code = "illegal_transition"

    def __init__(self, *, before: str, after: str) -> None:
        super().__init__(f"no way from {before} to {after}")


class InvalidKey(OncestepError):
    """The idempotency key is missing or not a key."""

    code = "invalid_idempotency_key"


class InvalidRequest(OncestepError):
    """The request is not one that can be accepted; `fields` names every wrong field."""

    code = "invalid_request"

    def __init__(self, detail: str, fields: tuple[FieldError, ...] = ()) -> None:
        super().__init__(detail)
        self.fields = fields


class UnknownAction(OncestepError):
    """The catalogue has no such provider or action."""

    code = "unknown_action"


class UnknownConnection(OncestepError):
    """The client has no connection of that name for that provider."""

    code = "unknown_connection"


class UnknownOperation(OncestepError):
    """The client has no operation of that ID."""

    code = "unknown_operation"


class ActionNotAllowed(OncestepError):
    """The API key does not cover this action or verb."""

    code = "action_not_allowed"


class HostNotAllowed(OncestepError):
    """The contract and the connection do not allow requests to this host."""

    code = "host_not_allowed"


class PayloadTooLarge(OncestepError):
    """The request body is larger than one action takes."""

    code = "payload_too_large"


class KeyReused(OncestepError):
    """The key belongs to an operation with other parameters (law 7); `detail` says which of them differ."""

    code = "idempotency_key_reused"

    def __init__(self, detail: str, *, operation_id: str, idempotency_key: str) -> None:
        super().__init__(detail)
        self.operation_id = operation_id
        self.idempotency_key = idempotency_key


class StillProcessing(OncestepError):
    """The operation is under way and the caller asked for strict handling."""

    code = "still_processing"
    replayed = True

    def __init__(self, *, operation_id: str, idempotency_key: str) -> None:
        super().__init__("the operation with this idempotency key is still being processed")
        self.operation_id = operation_id
        self.idempotency_key = idempotency_key


class VerbRefused(OncestepError):
    """An operator's verb does not fit the operation as it stands now."""

    code = "verb_refused"


class LedgerUnavailable(OncestepError):
    """The ledger cannot be reached; nothing was claimed, the same request may be sent again."""

    code = "ledger_unavailable"


class BlobsUnavailable(OncestepError):
    """The store of large bodies cannot be reached; before a claim, the same request may be sent again."""

    code = "storage_unavailable"


class ConnectionsUnavailable(OncestepError):
    """The store of credentials cannot be reached; before a claim, the same request may be sent again."""

    code = "connections_unavailable"


class MissingSettings(OncestepError):
    """Environment variables that a function needs are not set, or forbidden ones are."""

    code = "settings"


class InvalidContract(OncestepError):
    """A contract is not one that can be run; `problems` maps places to what is wrong there."""

    code = "invalid_contract"

    def __init__(self, name: str, problems: Mapping[str, str]) -> None:
        listed = "; ".join(f"{place}: {problem}" for place, problem in problems.items())
        super().__init__(f"contract {name}: {listed}")
        self.problems = problems
