"""From evidence to outcome: the table of what an attempt proved, with the contract's own rules first."""

import re
from dataclasses import replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import assert_never

from oncestep.domain.contract import Lookup, OutcomeName, OutcomeRules, Rule
from oncestep.domain.documents import MISSING, Parsed, holds, parse, pick_id, pick_text
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
CREDENTIALS_REFUSED = frozenset({401, 403})
TOO_MANY = 429
LONGEST_READ = 4_000
"""How much of an error's message is read. It is shortened once it has been masked: a cut could hide a secret's end."""
LONGEST_WAIT = 86_400_000
"""The longest Retry-After that is honoured (ms): who waits longer waits unseen."""
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
        return _outcome(rule.outcome, rules, answer, now)
    readable = document is not MISSING and not answer.truncated
    if not readable and _may_have_meant(rules, answer.status):
        wait, message = retry_after(answer, now), _error(rules, answer)[1]
        return Unknown("unreadable_answer", answer.status, wait, message)
    if answer.ok:
        return _classify_success(rules, answer, document, now)
    outcome = _outcome(_by_status(answer.status), rules, answer, now)
    return replace(outcome, definite=readable) if isinstance(outcome, Rejected) else outcome


def _may_have_meant(rules: OutcomeRules, status: int) -> bool:
    """Whether a rule that could not read this body might have drawn another conclusion than the table will.

    What the table takes for a success is left to the success test, unless a rule is for that very status.
    """
    likely = _by_status(status)
    return likely is not OutcomeName.UNKNOWN and any(
        rule.where
        and (status in rule.statuses or (not rule.statuses and status in REFUSALS))
        and (likely is not OutcomeName.NOT_APPLIED or rule.outcome in {OutcomeName.UNKNOWN, OutcomeName.CONFIRMED})
        for rule in rules.rules
    )


def _matches(rule: Rule, status: int, document: Parsed) -> bool:
    return (not rule.statuses or status in rule.statuses) and holds(document, rule.where)


def _classify_success(rules: OutcomeRules, answer: Answer, document: Parsed, now: int) -> Outcome:
    if not rules.success or holds(document, rules.success):
        return _outcome(OutcomeName.CONFIRMED, rules, answer, now)
    if answer.truncated or not isinstance(document, dict | list):
        # The test cannot be read, so the answer proves neither success nor failure.
        return Unknown("unreadable_answer", status=answer.status)
    return _outcome(rules.failed_body, rules, answer, now)


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
