"""The trigger's example in a whole n8n: the stack's callback starts it once, a forged one does not."""

import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from standardwebhooks import Webhook

from tests.platforms.n8n.server import N8nHome, Server, missing
from tests.support.api import Api
from tests.support.patience import until
from tests.support.steps import adjustment

EXAMPLE = Path(__file__).parents[3] / "docs/connectors/n8n/operation-settled.json"
OTHER_SECRET = "whsec_" + "c29tZWJvZHk=" * 3

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


@dataclass(frozen=True, slots=True)
class Hooked:
    """The example, published on a running server. `url` is the trigger's production URL."""

    server: Server
    url: str

    def runs(self) -> list[str]:
        """The executions that have succeeded."""
        return [one["id"] for one in self.server.executions() if one["status"] == "success"]


@pytest.fixture(scope="module")
def hooked(home: N8nHome) -> Iterator[Hooked]:
    """Under an address of its own."""
    example = json.loads(EXAMPLE.read_text())
    example["id"] = example["nodes"][0]["webhookId"] = secrets.token_hex(8)
    home.put("workflow", example)
    home.command("publish:workflow", f"--id={example['id']}")
    url = f"{home.url}/webhook/{example['id']}/operation"
    with home.server() as server:
        server.log_in()
        until(lambda: httpx.post(url, json={}).status_code, lambda status: status != httpx.codes.NOT_FOUND)
        yield Hooked(server, url)


def test_the_stack_s_callback_starts_one_execution_with_the_event_and_its_result(hooked: Hooked, builder: Api) -> None:
    step = adjustment()
    builder.run(step, callback_url=hooked.url)
    (run,) = until(hooked.runs, bool)
    ran = hooked.server.execution(run)
    (event,) = ran["Operation Settled"][0]
    told = event["json"]
    assert (told["type"], told["operation_id"]) == ("operation.succeeded", step.operation_id)
    assert told["result"]["sku"] == step.value["sku"]
    assert "Go On" in ran
    assert "Ask an Operator" not in ran


def test_a_forged_callback_is_refused_and_starts_nothing(hooked: Hooked) -> None:
    known = hooked.server.executions()
    body = json.dumps({"type": "operation.succeeded", "data": {"operation_id": "op_1"}})
    now = datetime.now(UTC)
    forged = {
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(OTHER_SECRET).sign("msg_1", now, body),
    }
    answer = httpx.post(hooked.url, content=body, headers=forged)
    assert (answer.status_code, answer.json()["message"]) == (401, "The signature is missing, wrong or too old.")
    assert hooked.server.executions() == known
