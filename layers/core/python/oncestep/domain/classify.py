"""From evidence to outcome: the table of what an attempt proved, with the contract's own rules first."""

import re
from dataclasses import replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import assert_never

from oncestep.domain.contract import Lookup, OutcomeName, OutcomeRules, Rule
from oncestep.domain.documents import MISSING, Parsed, holds, is_empty, parse, pick_id, pick_text
from oncestep.domain.identity import Json
from oncestep.domain.outcomes import (
    SUCCESS,
    Answer,
    Confirmed,
    Document,
    Evidence,
    NoAnswer,
    NotApplied,
    Outcome,
    Rejected,
    Stage,
    Unknown,
)
from oncestep.domain.states import Attention

REFUSALS = frozenset({400, 402, 404, 405, 409, 410, 413, 415, 422})
AMBIGUOUS_AGAIN = frozenset({404, 409, 410})
"""On a retry these may mean that an earlier attempt worked: "I have it already", "it is gone"."""
CREDENTIALS_REFUSED = frozenset({401, 403})
TOO_MANY = 429
LONGEST_READ = 4_000
"""How much of an error's message is read. It is shortened once it has been masked: a cut could hide a secret's end."""
LONGEST_WAIT = 86_400_000
"""The longest Retry-After that is honoured (ms): a longer wait would look like a lost operation."""
_MEDIA_TYPE = re.compile(r"[\w!#$&^.+-]{1,127}/[\w!#$&^.+-]{1,127}", re.ASCII)
"""Without parameters (RFC 6838, 4.2); a header may hold anything."""
_SECONDS = re.compile(r"[0-9]{1,10}")


def classify(rules: OutcomeRules, evidence: Evidence, *, now: int) -> Outcome:
    """What one attempt proved. `now` (epoch ms) turns a Retry-After date into a delay."""
    match evidence:
        case NoAnswer(stage=Stage.BEFORE_WRITE):
            return NotApplied(evidence.reason, attention=evidence.attention, message=evidence.detail)
        case NoAnswer():
            return Unknown(evidence.reason, message=evidence.detail)
        case Answer():
            return _classify_answer(rules, evidence, now)
        case _:
            assert_never(evidence)


def _classify_answer(rules: OutcomeRules, answer: Answer, now: int) -> Outcome:
    document = parse(answer.body)
    rule = next((rule for rule in rules.rules if _matches(rule, answer.status, document)), None)
    if rule is not None:
        outcome = _outcome(rule.outcome, rules, answer, now)
        return _of_own_attempt(outcome) if rule.own_attempt_only else outcome
    readable = document is not MISSING and not answer.truncated
    if not readable and _may_have_meant(rules, answer.status):
        wait, message = retry_after(answer, now), _error(rules, answer)[1]
        return Unknown("unreadable_answer", answer.status, wait, message)
    if answer.ok:
        return _classify_success(rules, answer, document, now)
    outcome = _outcome(_by_status(answer.status), rules, answer, now)
    return outcome if readable and answer.status not in AMBIGUOUS_AGAIN else _of_own_attempt(outcome)


def _of_own_attempt(outcome: Outcome) -> Outcome:
    """The outcome, where it is a refusal as one that says nothing about earlier attempts."""
    return replace(outcome, definite=False) if isinstance(outcome, Rejected) else outcome


def _may_have_meant(rules: OutcomeRules, status: int) -> bool:
    """Whether a rule that could not read this body might have drawn another conclusion than the table will.

    What the table takes for a success is left to the success test, unless a rule is for that very status.
    """
    likely = _by_status(status)
    return likely is not OutcomeName.UNKNOWN and any(
        rule.where
        and rule.outcome is not likely
        and (status in rule.statuses or (not rule.statuses and status in REFUSALS))
        and (likely is not OutcomeName.NOT_APPLIED or rule.outcome in {OutcomeName.UNKNOWN, OutcomeName.CONFIRMED})
        for rule in rules.rules
    )


def _matches(rule: Rule, status: int, document: Parsed) -> bool:
    return (not rule.statuses or status in rule.statuses) and holds(document, rule.where)


def _classify_success(rules: OutcomeRules, answer: Answer, document: Parsed, now: int) -> Outcome:
    if rules.success_statuses and answer.status not in rules.success_statuses:
        return _outcome(OutcomeName.UNKNOWN, rules, answer, now)
    if _passes(rules, document):
        return _outcome(OutcomeName.CONFIRMED, rules, answer, now)
    if answer.truncated or not isinstance(document, dict | list):
        # The test cannot be read, so the answer proves neither success nor failure.
        return Unknown("unreadable_answer", status=answer.status)
    # The body of a retry may also say that it is a duplicate, and no rule has told the two apart.
    return _of_own_attempt(_outcome(rules.failed_body, rules, answer, now))


def _passes(rules: OutcomeRules, document: Parsed) -> bool:
    """Whether the body passes the success test. Where paths must be empty, a body that cannot be read does not."""
    if rules.success_absent and not isinstance(document, dict | list):
        return False
    return holds(document, rules.success) and all(is_empty(document, path) for path in rules.success_absent)


def _by_status(status: int) -> OutcomeName:
    if status in SUCCESS:
        return OutcomeName.CONFIRMED
    if status in REFUSALS:
        return OutcomeName.REJECTED
    if status in CREDENTIALS_REFUSED or status == TOO_MANY:
        return OutcomeName.NOT_APPLIED
    return OutcomeName.UNKNOWN


def _outcome(name: OutcomeName, rules: OutcomeRules, answer: Answer, now: int) -> Outcome:
    match name:
        case OutcomeName.CONFIRMED:
            remote_id = pick_id(parse(answer.body), rules.remote_id)
            return Confirmed(answer.status, document_of(answer), remote_id)
        case OutcomeName.REJECTED:
            code, message = _error(rules, answer)
            return Rejected(answer.status, document_of(answer), code, message)
        case OutcomeName.NOT_APPLIED:
            return _not_applied(rules, answer, now)
        case OutcomeName.UNKNOWN:
            wait, message = retry_after(answer, now), _error(rules, answer)[1]
            return Unknown(f"http_{answer.status}", answer.status, wait, message)
        case _:
            assert_never(name)


def _not_applied(rules: OutcomeRules, answer: Answer, now: int) -> NotApplied:
    refused = answer.status in CREDENTIALS_REFUSED
    return NotApplied(
        reason=f"http_{answer.status}",
        status=answer.status,
        retry_after=retry_after(answer, now),
        attention=Attention.CONNECTION if refused else None,
        message=_error(rules, answer)[1],
    )


def _error(rules: OutcomeRules, answer: Answer) -> tuple[str | None, str]:
    document = parse(answer.body)
    message = pick_text(document, rules.error_message)
    if message is None:
        message = answer.body[:LONGEST_READ].decode("utf-8", "replace")
    return pick_id(document, rules.error_code), message[:LONGEST_READ]


def classify_found(lookup: Lookup, item: Json) -> OutcomeName:
    """What the state of an object that a lookup found proves: by the contract's first matching rule, or confirmed."""
    return next((rule.outcome for rule in lookup.rules if holds(item, rule.where)), OutcomeName.CONFIRMED)


def document_of(answer: Answer) -> Document:
    """The answer's body as it is kept, with its digest."""
    media_type = _MEDIA_TYPE.match(answer.header("content-type") or "")
    return Document.of(answer.body, media_type[0] if media_type else "", truncated=answer.truncated)


def retry_after(answer: Answer, now: int) -> int | None:
    """The answer's Retry-After in milliseconds from now: seconds or an HTTP date (RFC 9110, 10.2.3)."""
    text = (answer.header("retry-after") or "").strip()
    wait = int(text) * 1000 if _SECONDS.fullmatch(text) else _until(text, now)
    return None if wait is None else min(wait, LONGEST_WAIT)


def _until(date: str, now: int) -> int | None:
    try:
        moment = parsedate_to_datetime(date)
        universal = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max(0, int(universal.timestamp() * 1000) - now)
    except (ValueError, OverflowError):  # no date, or one that no calendar has
        return None
