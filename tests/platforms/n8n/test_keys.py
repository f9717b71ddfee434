"""What a step's operation is known by, over n8n's retries and a second run."""

import hashlib
from typing import Any

import pytest

from tests.platforms.driver import Account
from tests.platforms.fake_api import FakeApi, done, problem
from tests.platforms.n8n.engine import Engine
from tests.platforms.n8n.workflows import STEP, credentials, node, workflow

FIELDS = {"resource": "inventory", "operation": "adjust", "input_sku": "sku-book", "input_delta": -1}


class Steps:
    """A workflow with one step, run against a server that remembers the keys."""

    def __init__(self, engine: Engine, api: FakeApi, account: Account) -> None:
        self.engine = engine
        self.api = api
        self._account = credentials(account)

    def run(self, *items: Any, **more: Any) -> Any:  # noqa: ANN401 - any JSON
        """An execution; `step` are the node's parameters and `settings` its settings."""
        chosen = node({**FIELDS, **more.pop("step", {})}, **more.pop("settings", {}))
        return self.engine.ask("execute", workflow=workflow(chosen), items=items, account=self._account, **more)

    def keys(self) -> list[str]:
        """Those that were sent, in turn."""
        return [asked.body["idempotency_key"] for asked in self.api.asked]


@pytest.fixture
def steps(engine: Engine, api: FakeApi, nowhere: Account) -> Steps:
    """Runs them."""
    return Steps(engine, api, nowhere)


def event(**more: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """As the node is when it is new."""
    return {"keyMode": "event", "eventId": "={{ $json.id }}", **more}


def test_an_event_has_one_key_in_one_step_whenever_it_comes(steps: Steps) -> None:
    for _ in range(2):
        steps.run({"id": "order-1"}, {"id": 2}, step=event())
    assert steps.keys() == ["flow:step:order-1", "flow:step:2"] * 2


def test_an_event_in_composed_and_in_decomposed_text_has_one_key(steps: Steps) -> None:
    steps.run({"id": "order-\N{LATIN CAPITAL LETTER A WITH DIAERESIS}"}, step=event())
    steps.run({"id": "order-A\N{COMBINING DIAERESIS}"}, step=event())
    composed, decomposed = steps.keys()
    assert composed == decomposed


def test_the_event_is_handed_on_and_groups_the_run(steps: Steps) -> None:
    told = steps.run({"id": "order-1"}, step=event())
    assert told["outputs"][STEP][0][0]["json"]["id"] == "order-1"
    assert steps.api.asked[0].body["correlation_id"] == "order-1"


@pytest.mark.parametrize("nothing", [{}, {"id": ""}, {"id": "  "}, {"id": None}, {"id": "undefined"}, {"id": {"a": 1}}])
def test_a_blank_event_is_refused_and_nothing_is_sent(steps: Steps, nothing: dict[str, Any]) -> None:
    told = steps.run(nothing, step=event())
    assert told["error"]["name"] == "NodeOperationError"
    assert "Map" in told["error"]["description"]
    assert steps.keys() == []


@pytest.mark.parametrize("strange", ["Bestellung-Ü", "x" * 300])
def test_an_event_that_no_key_can_hold_is_hashed(steps: Steps, strange: str) -> None:
    steps.run({"id": strange}, step=event())
    assert steps.keys() == [f"flow:step:{hashlib.sha256(strange.encode()).hexdigest()}"]


def test_a_whole_key_is_taken_as_it_is(steps: Steps) -> None:
    steps.run({"id": 1}, step={"keyMode": "whole", "wholeKey": " order-{{ $json.id }} "})
    steps.run({"id": 1}, step={"keyMode": "whole", "wholeKey": "=order-{{ $json.id }}"})
    assert steps.keys() == ["order-{{ $json.id }}", "order-1"]


@pytest.mark.parametrize("again", ["2", 2])
def test_run_again_is_added_to_the_key(steps: Steps, again: Any) -> None:  # noqa: ANN401 - text or number
    steps.run({"id": "order-1"}, step=event(runAgain=again))
    assert steps.keys() == ["flow:step:order-1:2"]


def test_an_automatic_key_holds_for_retry_on_fail_and_for_retries_of_the_execution(steps: Steps) -> None:
    refused = problem(403)
    steps.api.will(done(), refused, done(), refused, done())
    settings = {"retryOnFail": True, "maxTries": 2, "waitBetweenTries": 10}
    told = steps.run({"a": 1}, {"a": 2}, step={"keyMode": "automatic"}, settings=settings)
    assert told["error"]["httpCode"] == "403"
    assert "error" not in steps.engine.ask("retry", execution=told["execution"])
    assert "error" not in steps.engine.ask("retry", execution=told["execution"])
    first, second, *others = steps.keys()
    assert (first[:-1], first[-1], second[-1]) == (second[:-1], "0", "1")
    assert others == [first, second] * 3
    assert first.startswith("flow:step:")


def test_another_execution_has_another_automatic_key(steps: Steps) -> None:
    for _ in range(2):
        steps.run({"a": 1}, step={"keyMode": "automatic"})
    assert len(set(steps.keys())) == 2


@pytest.mark.parametrize("mode", ["trigger", "retry"])
def test_without_the_run_s_token_there_is_no_automatic_key(steps: Steps, mode: str) -> None:
    told = steps.run({"a": 1}, step={"keyMode": "automatic"}, mode=mode, token=False)
    assert told["error"]["message"] == "There is no automatic key for this run"
    assert steps.keys() == []


def test_the_run_s_token_never_leaves_n8n(steps: Steps) -> None:
    told = steps.run({"a": 1}, step={"keyMode": "automatic"})
    assert len(told["token"]) > 20
    assert told["token"] not in str([steps.keys(), [asked.headers for asked in steps.api.asked]])
