"""The trigger: callbacks of the stack start it, and what is not signed, old or not asked for does not."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from standardwebhooks import Webhook

from cli.local.stack_file import Stack
from tests.platforms.driver import Account
from tests.platforms.n8n.engine import Engine
from tests.platforms.n8n.workflows import credentials, node
from tests.support.api import Api
from tests.support.listener import Message, listening
from tests.support.patience import until
from tests.support.steps import Step, adjustment

SECRET = "whsec_" + "b25jZXN0ZXA=" * 3
OTHER = "whsec_" + "c29tZWJvZHk=" * 3
EVENTS = ["operation.succeeded", "operation.failed", "operation.needs_input"]
TOLD = {"type": "operation.succeeded", "timestamp": "2026-11-30T09:00:00Z", "data": {"operation_id": "op_1"}}


class Trigger:
    """The node in an active workflow."""

    def __init__(self, engine: Engine, account: Account, secrets: str = SECRET) -> None:
        self._engine = engine
        self._account = credentials(account, signingSecret=secrets)

    def get(self, headers: dict[str, str], body: str, **parameters: object) -> Any:  # noqa: ANN401 - any JSON
        """What comes of a request."""
        chosen = node({"events": EVENTS, "fetchResult": False, **parameters})
        trigger = {**chosen, "type": "n8n-nodes-oncestep.oncestepTrigger"}
        return self._engine.ask("webhook", node=trigger, account=self._account, headers=headers, body=body)


@pytest.fixture
def trigger(engine: Engine, nowhere: Account) -> Trigger:
    """With a secret."""
    return Trigger(engine, nowhere)


def signed(body: str, secret: str = SECRET, *, ago: int = 0) -> dict[str, str]:
    """Headers as Oncestep sends them."""
    at = datetime.now(UTC) - timedelta(seconds=ago)
    signature = Webhook(secret).sign("msg_1", at, body)
    return {"webhook-id": "msg_1", "webhook-timestamp": str(int(at.timestamp())), "webhook-signature": signature}


def test_a_signed_callback_starts_the_workflow_under_its_own_id(trigger: Trigger) -> None:
    body = json.dumps(TOLD)
    got = trigger.get(signed(body), body)
    assert got["items"] == [
        {"id": "msg_1", "type": "operation.succeeded", "timestamp": TOLD["timestamp"], "operation_id": "op_1"}
    ]


def test_a_space_more_in_the_body_is_another_body(trigger: Trigger) -> None:
    body = json.dumps(TOLD)
    assert trigger.get(signed(body), body + " ")["response"]["status"] == 401


@pytest.mark.parametrize("ago", [-400, 400])
def test_an_old_signature_and_one_of_the_future_are_refused(trigger: Trigger, ago: int) -> None:
    body = json.dumps(TOLD)
    got = trigger.get(signed(body, ago=ago), body)
    assert (got["response"]["status"], got["items"]) == (401, [])


@pytest.mark.parametrize(
    "change",
    [
        {"webhook-signature": ""},
        {"webhook-signature": "v1,"},
        {"webhook-signature": "v1,AAAA v2,AAAA"},
        {"webhook-id": "msg_2"},
        {"webhook-timestamp": "soon"},
        {"webhook-timestamp": ""},
    ],
)
def test_what_is_not_signed_right_is_refused(trigger: Trigger, change: dict[str, str]) -> None:
    body = json.dumps(TOLD)
    got = trigger.get({**signed(body), **change}, body)
    assert (got["response"]["status"], got["items"]) == (401, [])


@pytest.mark.parametrize("secrets", ["", "  ", "whsec_", "not a secret"])
def test_without_a_secret_nothing_is_taken(engine: Engine, nowhere: Account, secrets: str) -> None:
    body = json.dumps(TOLD)
    assert Trigger(engine, nowhere, secrets).get(signed(body), body)["response"]["status"] == 401


def test_while_a_secret_is_replaced_both_are_good(engine: Engine, nowhere: Account) -> None:
    both = Trigger(engine, nowhere, f"{OTHER} {SECRET}")
    body = json.dumps(TOLD)
    for secret in (SECRET, OTHER):
        assert both.get(signed(body, secret), body)["items"]


def test_one_good_signature_among_several_is_enough(trigger: Trigger) -> None:
    body = json.dumps(TOLD)
    headers = signed(body)
    both = f"{signed(body, OTHER)['webhook-signature']} {headers['webhook-signature']}"
    assert trigger.get({**headers, "webhook-signature": both}, body)["items"]


def test_an_event_that_was_not_asked_for_is_taken_and_starts_nothing(trigger: Trigger) -> None:
    body = json.dumps(TOLD)
    got = trigger.get(signed(body), body, events=["operation.failed"])
    assert (got["response"]["status"], got["items"]) == (200, [])


def test_the_stack_s_own_callback_starts_it_and_the_result_is_fetched(
    engine: Engine, account: Account, builder: Api, stack: Stack
) -> None:
    step = adjustment()
    heard = called_back(builder, step)
    trigger = Trigger(engine, account, stack.signing_secret)
    (item,) = trigger.get(heard.headers, heard.body.decode(), fetchResult=True)["items"]
    assert (item["operation_id"], item["action"]) == (step.operation_id, step.action)
    assert item["result"]["sku"] == step.value["sku"]


def called_back(builder: Api, step: Step) -> Message:
    """What a receiver is told of a step."""
    with listening() as listener:
        builder.run(step, callback_url=listener.url())
        return until(lambda: list(listener.messages), lambda messages: len(messages) >= 1)[0]
