"""The example of an order flow in a whole n8n: run twice, killed on the way, retried twice, and each effect is one."""

import json
import secrets
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from oncestep.domain.identity import operation_id
from tests.platforms.n8n.server import N8nHome, missing
from tests.support.outside import Outside
from tests.support.patience import until
from tests.support.steps import Step

EXAMPLE = Path(__file__).parents[3] / "docs/connectors/n8n/order-flow.json"
STEPS = {"Charge": "localstripe.create_payment", "Take From Stock": "inventory.adjust", "Send Mail": "mail.send"}

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


@dataclass(frozen=True, slots=True)
class Flow:
    """The example, for one order. `workflow` is what n8n imports."""

    order: str
    workflow: dict[str, Any]

    def step(self, name: str) -> Step:
        """What the providers know of a node's work."""
        (node,) = [node for node in self.workflow["nodes"] if node["name"] == name]
        key = f"{self.workflow['id']}:{node['id']}:{self.order}"
        identifier = operation_id("demo", STEPS[name], key)
        return Step(STEPS[name], {}, key, identifier)

    def effects(self, outside: Outside) -> dict[str, int]:
        """How often each step happened, by the providers' books."""
        return {name: outside.effects(self.step(name)) for name in STEPS}


ONCE = dict.fromkeys(STEPS, 1)


@pytest.fixture
def flow() -> Flow:
    """With an order of its own."""
    order = f"order-{secrets.token_hex(4)}"
    text = EXAMPLE.read_text().replace("order-1842", order)
    return Flow(order, {**json.loads(text), "id": secrets.token_hex(8)})


def hooked(flow: Flow) -> Flow:
    """Started by a webhook, as a shop would."""
    workflow = deepcopy(flow.workflow)
    start = next(node for node in workflow["nodes"] if node["name"] == "Start")
    start |= {
        "type": "n8n-nodes-base.webhook",
        "typeVersion": 2,
        "webhookId": flow.order,
        "parameters": {"httpMethod": "POST", "path": flow.order, "responseMode": "onReceived", "options": {}},
    }
    return Flow(flow.order, workflow)


def test_the_example_runs_twice_and_happens_once(home: N8nHome, flow: Flow, outside: Outside) -> None:
    home.put("workflow", flow.workflow)
    first, second = home.execute(flow.workflow["id"]), home.execute(flow.workflow["id"])
    for name in STEPS:
        assert first[name][0][0]["json"]["status"] == "succeeded"
        assert first[name][0][0]["json"]["result"] == second[name][0][0]["json"]["result"]
    assert flow.effects(outside) == ONCE


def test_what_needs_a_person_goes_to_the_operator_s_branch(home: N8nHome, flow: Flow, outside: Outside) -> None:
    outside.refuse_credentials(flow.step("Send Mail"))
    home.put("workflow", flow.workflow)
    ran = home.execute(flow.workflow["id"])
    (stopped,) = ran["Ask an Operator"][0]
    assert stopped["json"]["details"]["operation"]["operation_id"] == flow.step("Send Mail").operation_id
    assert "Tell the Shop" not in ran
    assert flow.effects(outside) == {**ONCE, "Send Mail": 0}


@pytest.mark.parametrize("killed_in", ["Charge", "Take From Stock", "Send Mail"])
def test_a_server_that_is_killed_on_the_way_and_two_retries_make_one_effect_each(
    home: N8nHome, flow: Flow, outside: Outside, killed_in: str
) -> None:
    flow = hooked(flow)
    home.put("workflow", flow.workflow)
    home.command("publish:workflow", f"--id={flow.workflow['id']}")
    outside.strike(flow.step(killed_in), "slow", seconds=5)
    with home.server() as server:
        until(lambda: httpx.post(f"{home.url}/webhook/{flow.order}", json={}).is_success, bool)
        until(lambda: outside.sent(flow.step(killed_in)), bool)
        server.kill()
    with home.server() as server:
        server.log_in()
        (crashed,) = [one for one in server.executions() if one["workflowId"] == flow.workflow["id"]]
        assert crashed["status"] == "crashed"
        server.retry(crashed["id"])
        server.retry(crashed["id"])
    assert flow.effects(outside) == ONCE
