"""What a failed step says, where n8n takes it, and how long a step waits."""

from typing import Any

import pytest

from tests.platforms.driver import Account, Call
from tests.platforms.fake_api import OPERATION, Answer, FakeApi, done, problem, processing
from tests.platforms.n8n.engine import Engine
from tests.platforms.n8n.workflows import STEP, credentials, item, step, workflow

TO_BRANCH: dict[str, Any] = {"onError": "continueErrorOutput"}
CALL = Call("inventory", "adjust", "order-1", {"sku": "sku-book", "delta": -1}, wait=3)
STOPPED = problem(
    424,
    "it needs new credentials",
    operation_id=OPERATION,
    operation_status="needs_input",
    attention="connection",
    idempotency_key="order-1",
)


class Steps:
    """Runs the step for some items."""

    def __init__(self, engine: Engine, account: Account) -> None:
        self._engine = engine
        self._account = credentials(account)

    def run(self, number: int = 1, **settings: Any) -> Any:  # noqa: ANN401 - any of n8n's settings
        """An execution."""
        items = [{**item(CALL), "key": f"order-{place}"} for place in range(number)]
        flow = workflow(step(CALL, **settings))
        return self._engine.ask("execute", workflow=flow, items=items, account=self._account)


@pytest.fixture
def steps(engine: Engine, nowhere: Account) -> Steps:
    """Runs it."""
    return Steps(engine, nowhere)


@pytest.mark.parametrize(
    ("answer", "message", "todo"),
    [
        (problem(400, errors=[{"field": "input.sku", "problem": "is required"}]), "sku is required", "Nothing was"),
        (problem(401), "does not accept the API key", "credential"),
        (problem(403, "mail.send is not allowed"), "mail.send is not allowed", "operator"),
        (problem(404, "there is no such action"), "no such action", "URL"),
        (problem(413), "too much data", "less"),
        (problem(422), "already used with other values", "Run Again"),
        (problem(424, provider_message="card declined", operation_status="failed"), "card declined", "did not happen"),
        (STOPPED, f"{OPERATION}, connection: it needs new credentials", "operator"),
        (problem(500), "cannot answer right now", "same key"),
        (Answer(200, {"hello": "world"}), "not Oncestep", "URL"),
        (Answer(404, {}), "not Oncestep", "URL"),
    ],
)
def test_each_failure_says_what_to_do(steps: Steps, api: FakeApi, answer: Answer, message: str, todo: str) -> None:
    api.will(answer)
    error = steps.run()["error"]
    assert (error["name"], error["itemIndex"]) == ("NodeApiError", 0)
    assert message in error["message"]
    assert todo in error["description"]


def test_the_error_branch_gets_the_failed_items_with_all_that_is_known(steps: Steps, api: FakeApi) -> None:
    api.will(done(), STOPPED, done())
    told = steps.run(3, **TO_BRANCH)
    done_items, failed = told["outputs"][STEP]
    assert [one["pairedItem"] for one in done_items] == [{"item": 0}, {"item": 2}]
    (one,) = failed
    assert (one["json"]["key"], one["json"]["error"], one["pairedItem"]) == ("order-1", "needs_input", {"item": 1})
    assert one["json"]["details"]["operation"]["operation_id"] == OPERATION
    assert one["json"]["details"]["operation"]["attention"] == "connection"
    assert one["json"]["details"]["retryable"] is False
    assert [len(told["outputs"][end][0]) for end in ("Done", "Failed")] == [2, 1]


def test_a_step_that_is_not_filled_in_goes_to_the_branch_too(engine: Engine, nowhere: Account) -> None:
    flow = workflow(step(CALL, **TO_BRANCH))
    told = engine.ask("execute", workflow=flow, items=[{"key": ""}], account=credentials(nowhere))
    assert told["outputs"][STEP][1][0]["json"]["error"] == "invalid"


def test_an_operation_that_takes_longer_is_waited_for(steps: Steps, api: FakeApi) -> None:
    api.will(processing(1), problem(503), processing(1), done())
    told = steps.run()
    assert told["outputs"][STEP][0][0]["json"]["operation_id"] == OPERATION
    asked = [(one.method, one.path.partition("?")[0]) for one in api.asked]
    assert asked == [("POST", "/v1/actions/inventory/adjust"), *[("GET", f"/v1/operations/{OPERATION}/result")] * 3]


def test_a_step_that_has_waited_long_enough_says_that_it_may_be_run_again(steps: Steps, api: FakeApi) -> None:
    api.will(processing(1))
    error = steps.run()["error"]
    assert f"{OPERATION} is still being processed" in error["message"]
    assert "same key" in error["description"]


def test_a_busy_oncestep_is_asked_again_when_it_says_so(steps: Steps, api: FakeApi) -> None:
    api.will(Answer(429, problem(429).body, {"Retry-After": "1"}), done())
    assert "error" not in steps.run()
    assert len(api.asked) == 2


def test_retry_on_fail_repeats_an_item_whose_failure_goes_to_the_branch(steps: Steps, api: FakeApi) -> None:
    api.will(STOPPED, done())
    told = steps.run(retryOnFail=True, maxTries=2, waitBetweenTries=10, **TO_BRANCH)
    assert [len(items) for items in told["outputs"][STEP]] == [1, 0]
