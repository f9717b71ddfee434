"""What an API key does not cover is refused before anything is stored or sent."""

import httpx
import pytest

from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.outside import Outside
from tests.support.problems import problem_in
from tests.support.steps import adjustment, message


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("key", [None, "", "key_unknown.secret", "no-dot", "{key_id}.wrong", "{key_id}"])
def test_without_a_valid_key_nobody_gets_in(stack: Stack, key: str | None) -> None:
    key_id = stack.builder_key.partition(".")[0]
    headers = {} if key is None else {"x-api-key": key.format(key_id=key_id)}
    step = adjustment()
    problem = problem_in(httpx.post(f"{stack.api_url}/v1{step.path}", json=step.body, headers=headers, timeout=60))
    assert (problem.status, problem.code, problem.title) == (401, "unauthorized", "Unauthorized")
    assert (problem.detail, problem.retryable) == ("Send a valid API key in the x-api-key header.", False)


@pytest.mark.usefixtures("untouched")
def test_an_action_outside_the_key_s_patterns_is_refused(mailer: Api, builder: Api) -> None:
    step = adjustment()
    problem = problem_in(mailer.run(step))
    assert (problem.status, problem.code, problem.retryable) == (403, "action_not_allowed", False)
    assert "inventory.adjust" in problem.detail
    assert not builder.exists(step)


def test_an_action_within_the_key_s_patterns_runs(mailer: Api, outside: Outside) -> None:
    step = message()
    assert mailer.run(step).status_code == 200
    assert outside.effects(step) == 1


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("replay", {}),
        ("dismiss", {}),
        ("resolve", {"outcome": "not_applied", "attempts": 1}),
        ("resolve", {"outcome": "confirmed", "remote_id": "adj_1"}),
        ("fix-forward", {"input": {"sku": "sku-book", "delta": -2}}),
    ],
)
def test_a_builder_gives_no_orders(builder: Api, verb: str, fields: dict[str, object]) -> None:
    step = adjustment("unheard-of")
    builder.run(step)
    before = builder.show(step)
    problem = problem_in(builder.order(verb, step, **fields))
    assert (problem.status, problem.code, problem.retryable) == (403, "action_not_allowed", False)
    assert "operator" in problem.detail
    assert builder.show(step) == before


@pytest.mark.parametrize("suffix", ["", "/result"])
def test_an_operation_of_an_action_outside_the_key_s_patterns_is_not_there(
    builder: Api, mailer: Api, suffix: str
) -> None:
    step = adjustment()
    builder.run(step)
    problem = problem_in(mailer.http.get(f"/operations/{step.operation_id}{suffix}"))
    assert (problem.status, problem.code, problem.retryable) == (404, "unknown_operation", False)
    listed = mailer.http.get("/operations", params={"idempotency_key": step.key}).raise_for_status().json()
    assert listed["data"] == []


@pytest.mark.parametrize("suffix", ["", "/result"])
def test_another_client_s_operation_is_not_there(builder: Api, stranger: Api, suffix: str) -> None:
    step = adjustment()
    builder.run(step)
    problem = problem_in(stranger.http.get(f"/operations/{step.operation_id}{suffix}"))
    assert (problem.status, problem.code, problem.retryable) == (404, "unknown_operation", False)


def test_an_operator_for_all_clients_sees_another_client_s_operation(operator: Api, stranger: Api) -> None:
    step = adjustment(client="stranger")
    stranger.run(step)
    assert operator.show(step)["client"] == "stranger"


def test_one_key_in_two_clients_means_two_operations(builder: Api, stranger: Api, outside: Outside) -> None:
    ours = adjustment()
    theirs = adjustment(key=ours.key, client="stranger")
    answers = [builder.run(ours), stranger.run(theirs)]
    assert [answer.json()["operation_id"] for answer in answers] == [ours.operation_id, theirs.operation_id]
    assert ours.operation_id != theirs.operation_id
    assert (outside.effects(ours), outside.effects(theirs)) == (1, 1)
