"""What it proves that no answer came: the first byte that was written makes the difference."""

import pytest

from oncestep.domain.classify import classify
from oncestep.domain.contract import OutcomeName, OutcomeRules, Rule
from oncestep.domain.outcomes import NoAnswer, NotApplied, Stage, Unknown
from oncestep.domain.states import Attention

CONFIRMS_ALL = OutcomeRules(rules=(Rule(OutcomeName.CONFIRMED),))


@pytest.mark.parametrize("reason", ["connection_refused", "name_unresolved", "tls_failed", "connect_timeout"])
def test_what_failed_before_the_first_byte_was_not_applied(reason: str) -> None:
    evidence = NoAnswer(Stage.BEFORE_WRITE, reason, detail="in detail")
    assert classify(OutcomeRules(), evidence, now=0) == NotApplied(reason, message="in detail")


@pytest.mark.parametrize("reason", ["timeout", "connection_lost"])
def test_what_failed_after_the_first_byte_is_unknown(reason: str) -> None:
    evidence = NoAnswer(Stage.AFTER_WRITE, reason, detail="in detail")
    assert classify(OutcomeRules(), evidence, now=0) == Unknown(reason, message="in detail")


def test_a_connection_that_a_person_must_mend_says_so() -> None:
    evidence = NoAnswer(Stage.BEFORE_WRITE, "address_refused", Attention.CONNECTION)
    assert classify(OutcomeRules(), evidence, now=0) == NotApplied("address_refused", attention=Attention.CONNECTION)


@pytest.mark.parametrize("stage", Stage)
def test_the_contract_has_no_say_when_there_is_no_answer(stage: Stage) -> None:
    evidence = NoAnswer(stage, "timeout")
    assert classify(CONFIRMS_ALL, evidence, now=0) == classify(OutcomeRules(), evidence, now=0)
