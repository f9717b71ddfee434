"""What a builder sees in n8n's editor: the credential's test, the pickers, the fields, and what the server offers."""

import json
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.local.stack_file import Stack
from tests.platforms.n8n.browser import browse, missing
from tests.platforms.n8n.server import N8nHome

DOCS = Path(__file__).parents[3] / "docs/connectors/n8n"
RENEW = "ONCESTEP_RENEW_PICTURES"
"""Set in the environment, it puts the pictures into the documents."""

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


@pytest.fixture(scope="module")
def home(home: N8nHome) -> Iterator[N8nHome]:
    """With a running server that has an owner."""
    with home.server() as server:
        server.log_in()
        yield home


@pytest.fixture
def workflow(home: N8nHome) -> str:
    """The example of an order flow, which no one else changes."""
    example = json.loads((DOCS / "order-flow.json").read_text())
    fresh = {**example, "id": secrets.token_hex(8)}
    home.put("workflow", fresh)
    return str(fresh["id"])


def test_the_credential_s_test_tells_a_good_key_from_a_bad_one(home: N8nHome, stack: Stack) -> None:
    seen = browse(home, "credential", name="Oncestep", bad="key_1.wrong", good=stack.builder_key)
    assert "Oncestep does not accept this API key. Copy it again, whole: it has a dot in the middle." in seen["refusal"]


def test_a_step_has_pickers_and_typed_fields(home: N8nHome, workflow: str, tmp_path: Path) -> None:
    facts = {"last": "Send Mail", "name": "Charge", "operation": "Create a payment", "other": "Inventory"}
    seen = browse(home, "step", workflow=workflow, pictures=str(tmp_path), **facts)
    assert {"Inventory", "Local Stripe", "Mail", "Stripe", "Other (Live)"} <= set(seen["resources"])
    assert {"Create a payment", "Create a refund"} <= set(seen["before"]["operations"])
    assert seen["before"]["fields"] == {"amount": "expression", "currency": "text", "payment_method": "expression"}
    assert seen["after"] == {"sku": "text", "delta": "spinbutton"}
    if RENEW in os.environ:
        for name in ("flow.png", "step.png"):
            shutil.copy(tmp_path / name, DOCS / name)


def test_other_actions_are_loaded_from_the_server(home: N8nHome, workflow: str) -> None:
    facts = {"last": "Send Mail", "name": "Charge", "provider": "Mail", "action": "Send a message"}
    seen = browse(home, "live", workflow=workflow, **facts)
    assert {"Inventory", "Mail", "Stripe"} <= set(seen["providers"])
    assert seen["actions"] == ["Send a message"]
    assert seen["fields"] == ["to", "subject", "text"]
