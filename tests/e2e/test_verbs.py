"""What operators do to operations that stopped, and what the flow is answered afterwards."""

import pytest

from tests.support.api import Api
from tests.support.outside import Outside
from tests.support.problems import problem_in
from tests.support.steps import Step, adjustment, bare_request, message


@pytest.fixture
def unknown(builder: Api, outside: Outside) -> Step:
    """A step that took effect, which nobody can find out."""
    step = bare_request()
    outside.strike(step, "answer_lost")
    builder.run(step)
    return step


def last_entry(builder: Api, step: Step) -> tuple[str, str, str]:
    """What the operation's history says last: what, who, why."""
    entry = builder.show(step)["history"][-1]
    return entry["kind"], entry["who"], entry["detail"]


def test_a_replay_sends_the_stopped_step_again(builder: Api, operator: Api, outside: Outside, stopped: Step) -> None:
    replayed = operator.order("replay", stopped, reason="token renewed")
    assert (replayed.status_code, replayed.json()["round"]) == (200, 2)
    assert last_entry(builder, stopped) == ("replayed", "demo operator", "token renewed")
    assert builder.settled(stopped)["state"] == "confirmed"
    assert outside.effects(stopped) == 1


def test_a_dismissed_step_stays_undone(builder: Api, operator: Api, outside: Outside, stopped: Step) -> None:
    dismissed = operator.order("dismiss", stopped, reason="the order was cancelled")
    assert (dismissed.status_code, dismissed.json()["state"]) == (200, "dismissed")
    assert last_entry(builder, stopped) == ("dismissed", "demo operator", "the order was cancelled")
    problem = problem_in(builder.run(stopped))
    assert (problem.status, problem.code) == (424, "dismissed")
    assert "the order was cancelled" in problem.detail
    assert (outside.effects(stopped), len(outside.sent(stopped))) == (0, 1)


def test_a_person_who_saw_the_effect_gives_the_flow_its_result(
    builder: Api, operator: Api, outside: Outside, unknown: Step
) -> None:
    stated = {"outcome": "confirmed", "remote_id": "adj_7", "result": {"id": "adj_7", "stock": 3}}
    assert operator.order("resolve", unknown, reason="in their books", **stated).json()["state"] == "confirmed"
    assert last_entry(builder, unknown) == ("resolved", "demo operator", "confirmed: in their books")
    repeat = builder.run(unknown)
    assert (repeat.status_code, repeat.json()["remote_id"]) == (200, "adj_7")
    assert repeat.json()["result"] == {"id": "adj_7", "stock": 3}
    assert len(outside.sent(unknown)) == 1


def test_a_step_that_a_person_saw_undone_is_replayed(builder: Api, operator: Api, outside: Outside) -> None:
    step = bare_request()
    outside.strike(step, "drop_before_effect")
    builder.run(step)
    resolved = operator.order("resolve", step, reason="not in their books", outcome="not_applied", attempts=1)
    assert (resolved.status_code, resolved.json()["state"]) == (200, "accepted")
    operator.order("replay", step).raise_for_status()
    assert builder.settled(step)["state"] == "confirmed"
    assert outside.effects(step) == 1


def test_a_flow_goes_on_with_what_replaced_its_refused_step(builder: Api, operator: Api, outside: Outside) -> None:
    step = adjustment("unheard-of")
    builder.run(step)
    fixed = operator.order("fix-forward", step, input={"sku": "sku-book", "delta": -1}).raise_for_status().json()
    assert fixed["parent"] == step.operation_id
    repeat = builder.finish(step)
    assert (repeat.status_code, repeat.json()["status"]) == (200, "succeeded")
    assert repeat.json()["operation_id"] == step.operation_id
    assert repeat.json()["superseded_by"] == builder.show(step)["superseded_by"] == fixed["operation_id"]
    assert repeat.json()["result"]["reference"] == fixed["operation_id"]
    assert (outside.effects(step), builder.show(step)["state"]) == (0, "rejected")


def test_a_step_is_fixed_forward_once(builder: Api, operator: Api) -> None:
    step = adjustment("unheard-of")
    builder.run(step)
    value = {"sku": "sku-book", "delta": -1}
    answers = [operator.order("fix-forward", step, input=value) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert problem_in(answers[1]).code == "verb_refused"


def test_an_unknown_that_cannot_be_found_out_is_not_replayed(operator: Api, outside: Outside, unknown: Step) -> None:
    problem = problem_in(operator.order("replay", unknown))
    assert (problem.status, problem.code, problem.retryable) == (409, "verb_refused", False)
    assert "second effect" in problem.detail
    assert len(outside.sent(unknown)) == 1


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("replay", {}),
        ("dismiss", {}),
        ("resolve", {"outcome": "not_applied", "attempts": 1}),
        ("resolve", {"outcome": "confirmed", "remote_id": "msg_1"}),
        ("fix-forward", {"input": {"to": "bob@shop.example", "subject": "Hello", "text": "Bob"}}),
    ],
)
def test_what_has_happened_is_changed_by_nobody(
    builder: Api, operator: Api, verb: str, fields: dict[str, object]
) -> None:
    step = message()
    builder.run(step)
    before = builder.show(step)
    problem = problem_in(operator.order(verb, step, **fields))
    assert (problem.status, problem.code, problem.retryable) == (409, "verb_refused", False)
    assert builder.show(step) == before


@pytest.mark.parametrize(
    ("verb", "fields", "wrong"),
    [
        ("replay", {"reason": ""}, "reason"),
        ("dismiss", {"reason": None}, "reason"),
        ("resolve", {}, "outcome"),
        ("resolve", {"outcome": "confirmed"}, "remote_id"),
        ("fix-forward", {}, "input"),
        ("fix-forward", {"input": {"sku": "sku-book"}}, "input.delta"),
    ],
)
def test_an_order_that_lacks_something_is_refused_with_its_name(
    builder: Api, operator: Api, verb: str, fields: dict[str, object], wrong: str
) -> None:
    step = adjustment("unheard-of")
    builder.run(step)
    before = builder.show(step)
    problem = problem_in(operator.order(verb, step, **fields))
    assert (problem.status, problem.code) == (400, "invalid_request")
    assert problem.fields == {wrong}
    assert builder.show(step) == before
