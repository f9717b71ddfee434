"""What one attempt's outcome makes of the attempts."""

from dataclasses import replace

import pytest

from oncestep.domain.evidence import learn
from oncestep.domain.operation import Attempt, AttemptResult
from oncestep.domain.outcomes import NotApplied, Outcome, Unknown
from tests.support.actions import BARE, KEYED, PROMISE
from tests.support.fakes import START
from tests.unit.domain.rows import LEASE, attempted, confirmation, refusal
from tests.unit.domain.tables import rows_of

OUTCOMES: dict[str, Outcome] = {
    "confirmed": confirmation("thing-1"),
    "rejected": refusal("no such book"),
    "not_applied": NotApplied("http_429", 429, message="slow down"),
    "unknown": Unknown("timeout"),
}
# Rows: what the attempt was known as; columns: what its sender says now.
KNOWN = rows_of("""
    open        confirmed rejected  not_applied open
    not_applied confirmed rejected  not_applied not_applied
    rejected    confirmed rejected  rejected    rejected
    confirmed   confirmed confirmed confirmed   confirmed
""")
REPLAYING = replace(KEYED, key=replace(PROMISE, replays_errors=True))


def learned(outcome: Outcome, *results: AttemptResult, number: int = 1, now: int = START + 500) -> tuple[Attempt, ...]:
    return learn(attempted(*results), number, outcome, action=BARE, now=now)


@pytest.mark.parametrize(
    ("known", "outcome", "expected"),
    [(known, outcome, cell) for known, *cells in KNOWN for outcome, cell in zip(OUTCOMES, cells, strict=True)],
)
def test_an_outcome_only_ever_adds_to_what_is_known(known: str, outcome: str, expected: str) -> None:
    (attempt,) = learned(OUTCOMES[outcome], AttemptResult(known))
    assert attempt.result is AttemptResult(expected)


@pytest.mark.parametrize(
    ("outcome", "status", "summary"),
    [
        (confirmation(), 201, "http_201"),
        (refusal("no such book"), 422, "no such book"),
        (refusal(""), 422, "invalid"),
        (replace(refusal(""), code=None), 422, "http_422"),
        (NotApplied("http_429", 429, message="slow down"), 429, "http_429: slow down"),
        (NotApplied("connection_refused"), None, "connection_refused"),
        (Unknown("http_500", 500, message="oops"), 500, "http_500: oops"),
        (Unknown("timeout"), None, "timeout"),
    ],
)
def test_an_attempt_says_how_it_ended(outcome: Outcome, status: int | None, summary: str) -> None:
    (attempt,) = learned(outcome, AttemptResult.OPEN)
    assert (attempt.status, attempt.summary) == (status, summary)


def test_a_confirmed_attempt_names_what_it_made() -> None:
    (made,) = learned(confirmation("thing-1"), AttemptResult.OPEN)
    assert made.remote_id == "thing-1"


def test_a_later_refusal_does_not_forget_what_an_attempt_made() -> None:
    made = replace(attempted(AttemptResult.CONFIRMED).attempts[0], remote_id="thing-1")
    operation = replace(attempted(), attempts=(made,))
    (after,) = learn(operation, 1, refusal(), action=BARE, now=START)
    assert (after.result, after.remote_id) == (AttemptResult.CONFIRMED, "thing-1")


@pytest.mark.parametrize(("now", "hard_end"), [(START + 500, START + 500), (START + LEASE + 1, START + LEASE)])
def test_an_attempt_is_over_when_its_sender_has_spoken(now: int, hard_end: int) -> None:
    (attempt,) = learned(Unknown("timeout"), AttemptResult.OPEN, now=now)
    assert attempt.hard_end == hard_end


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("outcome", OUTCOMES.values())
def test_the_other_attempts_learn_nothing_from_it(number: int, outcome: Outcome) -> None:
    before = attempted(*[AttemptResult.OPEN] * 3).attempts
    after = learned(outcome, *[AttemptResult.OPEN] * 3, number=number)
    assert [one for one in after if one.number != number] == [one for one in before if one.number != number]


def results_after_refusal(number: int) -> list[AttemptResult]:
    three = attempted(*[AttemptResult.OPEN] * 3)
    return [one.result for one in learn(three, number, refusal(), action=REPLAYING, now=START)]


def test_a_refusal_that_covers_the_earlier_attempts_closes_them_too() -> None:
    assert results_after_refusal(3) == ["not_applied", "not_applied", "rejected"]


def test_a_refusal_never_covers_later_attempts() -> None:
    assert results_after_refusal(2) == ["not_applied", "rejected", "open"]
    assert results_after_refusal(1) == ["rejected", "open", "open"]


@pytest.mark.parametrize("outcome", [OUTCOMES[name] for name in ("confirmed", "not_applied", "unknown")])
def test_only_a_refusal_covers(outcome: Outcome) -> None:
    after = learn(attempted(*[AttemptResult.OPEN] * 2), 2, outcome, action=REPLAYING, now=START)
    assert after[0].result is AttemptResult.OPEN


def test_a_refusal_that_somebody_else_may_have_given_covers_nothing() -> None:
    indefinite = replace(refusal(), definite=False)
    after = learn(attempted(*[AttemptResult.OPEN] * 2), 2, indefinite, action=REPLAYING, now=START)
    assert [one.result for one in after] == ["open", "rejected"]
