"""What a caller is answered when the step did not happen, or when nobody knows: never what makes tools try again."""

import pytest

from tests.support.api import Api
from tests.support.outside import Outside
from tests.support.problems import Problem, problem_in
from tests.support.steps import adjustment, bare_request, message


def test_a_key_that_meant_something_else_is_refused_whatever_became_of_it(builder: Api, outside: Outside) -> None:
    step = adjustment()
    builder.run(step)
    changed = adjustment("sku-pen", key=step.key)
    problem = problem_in(builder.run(changed))
    assert (problem.status, problem.code, problem.retryable) == (422, "idempotency_key_reused", False)
    assert problem.rest == {"operation_id": step.operation_id, "idempotency_key": step.key}
    assert (outside.effects(step), len(outside.sent(step))) == (1, 1)


def test_another_connection_under_the_same_key_is_another_meaning(builder: Api, outside: Outside, branch: str) -> None:
    step = adjustment()
    builder.run(step)
    assert problem_in(builder.run(step, connection=branch)).code == "idempotency_key_reused"
    assert outside.effects(step) == 1


@pytest.fixture
def refused(builder: Api) -> tuple[Problem, Problem]:
    """The answers to a step that the provider refuses, and to its repeat."""
    step = adjustment("unheard-of")
    return problem_in(builder.run(step)), problem_in(builder.run(step))


def test_a_refusal_of_the_provider_comes_with_its_own_words(refused: tuple[Problem, Problem]) -> None:
    problem, _ = refused
    assert (problem.status, problem.code, problem.retryable) == (424, "provider_rejected", False)
    assert problem.title == "The provider refused the request"
    assert problem.detail == problem.rest["provider_message"] == "there is no unheard-of"
    assert (problem.rest["provider_status"], problem.rest["provider_code"]) == (404, "unknown_sku")
    assert (problem.rest["state"], problem.rest["operation_status"]) == ("rejected", "failed")


def test_a_repeat_of_what_was_refused_is_refused_in_the_same_words(refused: tuple[Problem, Problem]) -> None:
    first, second = refused
    assert second == first.replayed


def test_a_step_that_waits_for_a_person_says_why(builder: Api, outside: Outside) -> None:
    step = message()
    outside.refuse_credentials(step)
    problem = problem_in(builder.run(step))
    assert (problem.status, problem.code, problem.retryable) == (424, "needs_input", False)
    assert (problem.rest["attention"], problem.rest["operation_status"]) == ("connection", "needs_input")
    assert "the credentials were refused" in problem.detail
    assert problem_in(builder.run(step)) == problem.replayed
    assert len(outside.sent(step)) == 1


def test_an_outcome_that_nobody_can_find_out_says_why(builder: Api, outside: Outside) -> None:
    step = bare_request()
    outside.strike(step, "answer_lost")
    problem = problem_in(builder.run(step))
    assert (problem.status, problem.code, problem.retryable) == (424, "needs_input", False)
    assert (problem.rest["attention"], problem.rest["state"]) == ("contract_unverified", "unknown")
    assert (outside.effects(step), len(outside.sent(step))) == (1, 1)


def test_an_operation_can_be_looked_at_whatever_became_of_it(builder: Api, outside: Outside) -> None:
    rejected, stopped = adjustment("unheard-of"), message()
    outside.refuse_credentials(stopped)
    for step in (rejected, stopped):
        assert builder.run(step).status_code == 424
    assert (builder.show(rejected)["state"], builder.show(rejected)["status"]) == ("rejected", "failed")
    assert (builder.show(stopped)["state"], builder.show(stopped)["status"]) == ("accepted", "needs_input")
