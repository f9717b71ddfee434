"""What the row keeps as its answer."""

import pytest

from oncestep.domain.evidence import stored
from oncestep.domain.operation import StoredOutcome
from oncestep.domain.outcomes import NotApplied, Outcome, Unknown
from tests.unit.domain.rows import KEPT_CONFIRMATION, confirmation, refusal

REFUSED = refusal("sold out")
KEPT_REFUSAL = StoredOutcome(422, REFUSED.document, None, "invalid", "sold out")
EARLIER_CONFIRMATION = StoredOutcome(200, REFUSED.document, "thing-0")
EARLIER_REFUSAL = StoredOutcome(400, REFUSED.document, None, "too_early", "not yet")
ANY = [None, EARLIER_REFUSAL, EARLIER_CONFIRMATION]


@pytest.mark.parametrize("before", ANY)
def test_a_confirmation_is_kept_over_anything(before: StoredOutcome | None) -> None:
    assert stored(before, confirmation()) == KEPT_CONFIRMATION


def test_a_refusal_is_kept_over_nothing() -> None:
    assert stored(None, REFUSED) == KEPT_REFUSAL


@pytest.mark.parametrize("before", [EARLIER_REFUSAL, EARLIER_CONFIRMATION])
def test_a_refusal_replaces_no_answer(before: StoredOutcome) -> None:
    assert stored(before, REFUSED) is before


@pytest.mark.parametrize("before", ANY)
@pytest.mark.parametrize("outcome", [NotApplied("http_429", 429), Unknown("timeout")])
def test_what_settles_nothing_is_no_answer(before: StoredOutcome | None, outcome: Outcome) -> None:
    assert stored(before, outcome) is before
