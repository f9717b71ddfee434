"""The effect may be done when an answer is read: whatever a provider sends, it is read and can be stored."""

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oncestep.domain.classify import classify
from oncestep.domain.contract import OutcomeName, OutcomeRules, Rule
from oncestep.domain.outcomes import Answer, Outcome

RULES = OutcomeRules(
    rules=(Rule(OutcomeName.NOT_APPLIED, frozenset({409, 503}), {"a.0": 1}),),
    success={"ok": True},
    remote_id="a",
    error_code="a",
    error_message="a",
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=[]))
TREES = st.recursive(SCALARS, lambda tree: st.lists(tree) | st.dictionaries(st.sampled_from(["a", "ok", "0"]), tree))
BODIES = st.binary() | TREES.map(lambda tree: json.dumps(tree).encode())
HEADERS = st.dictionaries(st.sampled_from(["Retry-After", "Content-Type", "X"]), st.text())
ANSWERS = st.builds(Answer, st.integers(100, 599), HEADERS, BODIES, st.booleans())


def texts_of(outcome: Outcome) -> list[str]:
    values = [getattr(outcome, field.name) for field in fields(outcome)]
    return [value for value in values if isinstance(value, str)]


@given(ANSWERS)
def test_every_answer_has_an_outcome_whose_texts_can_be_stored(answer: Answer) -> None:
    for text in texts_of(classify(RULES, answer, now=0)):
        assert text.encode().decode() == text


@pytest.mark.parametrize(
    "body",
    [b"[" * 100_000, b"9" * 10_000, b'{"a": "\\ud83d"}', b"NaN", b"\xef\xbb\xbf{}", b"\x00", b"\xff\xfe{\x00}\x00"],
)
@pytest.mark.parametrize("status", [201, 422, 500])
def test_a_body_made_to_break_a_parser_breaks_none(status: int, body: bytes) -> None:
    for text in texts_of(classify(RULES, Answer(status, {}, body), now=0)):
        assert text.encode().decode() == text


@pytest.mark.parametrize("date", ["Mon, 01 Jan 0001 00:00:00", "Fri, 31 Dec 9999 23:59:59 -2359", "Mon, 0 Jan 0000"])
def test_a_date_at_the_end_of_the_calendar_breaks_nothing(date: str) -> None:
    outcome = classify(RULES, Answer(429, {"Retry-After": date}, b""), now=0)
    assert outcome.status == 429
