"""Outcomes and lookups without the credentials that a provider has repeated. They are masked once all is concluded.

What an answer proves is read from the answer as it came: a text that happens to be a credential, too, may be what names
the operation, its object or the next page. Nothing is kept before it has passed through here.
"""

from dataclasses import replace

from oncestep.domain.credentials import masked, masked_document
from oncestep.domain.outcomes import (
    Absent,
    Ambiguous,
    Confirmed,
    Found,
    LookupFailed,
    LookupResult,
    NotApplied,
    Outcome,
    Rejected,
    Unknown,
)


def outcome_without(outcome: Outcome, secrets: frozenset[str]) -> Outcome:
    """What an attempt proved, with every one of these secrets masked."""
    match outcome:
        case Confirmed():
            return _confirmed(outcome, secrets)
        case Rejected(document=document, code=code, message=message):
            return replace(
                outcome,
                document=masked_document(document, secrets),
                code=None if code is None else masked(code, secrets),
                message=masked(message, secrets),
            )
        case NotApplied(message=message) | Unknown(message=message):
            return replace(outcome, message=masked(message, secrets))


def lookup_without(result: LookupResult, secrets: frozenset[str]) -> LookupResult:
    """What a lookup showed, with every one of these secrets masked."""
    match result:
        case Found(outcome):
            return Found(_confirmed(outcome, secrets))
        case Ambiguous(remote_ids):
            return Ambiguous(tuple(masked(remote_id, secrets) for remote_id in remote_ids))
        case LookupFailed(reason=reason):
            return replace(result, reason=masked(reason, secrets))
        case Absent():
            return result


def wordless(outcome: Outcome) -> Outcome:
    """The outcome without the words of the provider."""
    match outcome:
        case Confirmed():
            return outcome
        case Rejected():
            return replace(outcome, code=None, message="")
        case NotApplied() | Unknown():
            return replace(outcome, message="")


def _confirmed(outcome: Confirmed, secrets: frozenset[str]) -> Confirmed:
    remote_id = None if outcome.remote_id is None else masked(outcome.remote_id, secrets)
    return replace(outcome, document=masked_document(outcome.document, secrets), remote_id=remote_id)
