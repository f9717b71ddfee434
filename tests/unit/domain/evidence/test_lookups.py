"""What lookups make of the attempts."""

import pytest

from oncestep.domain.evidence import learn_absent, learn_found
from oncestep.domain.operation import AttemptResult
from tests.unit.domain.rows import attempted, confirmation
from tests.unit.domain.tables import rows_of


def results(text: str) -> list[AttemptResult]:
    return [AttemptResult(word) for word in text.split(",")]


@pytest.mark.parametrize(
    ("before", "through", "after"),
    rows_of("""
        open                    1 not_applied
        open                    0 open
        open,open,open          2 not_applied,not_applied,open
        open,rejected,open      3 not_applied,rejected,not_applied
        confirmed,open          2 confirmed,not_applied
        not_applied,rejected    2 not_applied,rejected
    """),
)
def test_an_absent_closes_the_open_attempts_that_it_speaks_of(before: str, through: str, after: str) -> None:
    attempts = learn_absent(attempted(*results(before)).attempts, int(through))
    assert [attempt.result for attempt in attempts] == results(after)


@pytest.mark.parametrize(
    ("before", "after"),
    rows_of("""
        open                     confirmed
        open,open                confirmed,open
        not_applied,open         not_applied,confirmed
        rejected,open,open       rejected,confirmed,open
        not_applied              confirmed
        not_applied,rejected     confirmed,rejected
    """),
)
def test_a_found_object_was_made_by_the_first_attempt_that_may_have(before: str, after: str) -> None:
    attempts = learn_found(attempted(*results(before)).attempts, confirmation("thing-1"))
    assert [attempt.result for attempt in attempts] == results(after)
    assert [attempt.remote_id for attempt in attempts if attempt.result == "confirmed"] == ["thing-1"]
