"""What every HTTP status proves when the contract has no rule of its own."""

import pytest

from oncestep.domain.classify import classify
from oncestep.domain.contract import OutcomeRules
from oncestep.domain.outcomes import Answer, Confirmed, NotApplied, Outcome, Rejected, Unknown
from oncestep.domain.states import Attention

DEFAULT = OutcomeRules()
STATUSES = range(100, 600)
REFUSED = {400, 402, 404, 405, 409, 410, 413, 415, 422}
NOT_APPLIED = {401, 403, 429}
OPEN = set(STATUSES) - set(range(200, 300)) - REFUSED - NOT_APPLIED


def outcome(status: int) -> Outcome:
    return classify(DEFAULT, Answer(status, {}, b"{}"), now=0)


def statuses_that_prove(kind: type[Outcome]) -> set[int]:
    return {status for status in STATUSES if isinstance(outcome(status), kind)}


def test_every_2xx_confirms() -> None:
    assert statuses_that_prove(Confirmed) == set(range(200, 300))


def test_the_listed_refusals_reject() -> None:
    assert statuses_that_prove(Rejected) == REFUSED


def test_refused_credentials_and_too_many_requests_were_not_applied() -> None:
    assert statuses_that_prove(NotApplied) == NOT_APPLIED


def test_every_other_status_leaves_it_unknown() -> None:
    assert statuses_that_prove(Unknown) == OPEN
    assert {302, 408, 425, 500, 502, 503, 504, 599} <= OPEN


@pytest.mark.parametrize("status", sorted(NOT_APPLIED))
def test_only_refused_credentials_need_a_person(status: int) -> None:
    attention = None if status == 429 else Attention.CONNECTION
    assert outcome(status) == NotApplied(f"http_{status}", status, attention=attention, message="{}")


@pytest.mark.parametrize("status", sorted(OPEN))
def test_an_unknown_says_which_status_left_it_open(status: int) -> None:
    assert outcome(status) == Unknown(f"http_{status}", status, message="{}")


@pytest.mark.parametrize("status", [*range(200, 300), *sorted(REFUSED)])
def test_a_settled_outcome_keeps_its_status(status: int) -> None:
    assert outcome(status).status == status
