"""What the editor asks the server for, and a step that was made from it: actions need no release of the package."""

import pytest

from tests.platforms.driver import Account
from tests.platforms.fake_api import Answer, FakeApi
from tests.platforms.n8n.engine import Engine, Failed
from tests.platforms.n8n.workflows import STEP, credentials, node, workflow
from tests.support.outside import Outside
from tests.support.steps import message

LIVE = {"resource": "__live__", "liveProvider": "mail", "liveAction": "send"}


def test_the_pickers_list_what_the_server_offers(engine: Engine, account: Account) -> None:
    asking = {"node": node(LIVE), "account": credentials(account)}
    assert {"name": "Mail", "value": "mail"} in engine.ask("options", method="getProviders", **asking)
    (send,) = engine.ask("options", method="getActions", **asking)
    assert (send["name"], send["value"]) == ("Send a message", "send")


def test_an_action_that_the_package_does_not_know_has_its_fields(
    engine: Engine, api: FakeApi, nowhere: Account
) -> None:
    schema = {
        "type": "object",
        "required": ["order"],
        "properties": {
            "order": {"type": "string", "title": "Order", "description": "Its number."},
            "count": {"type": "integer", "title": "Count", "description": "How many.", "default": 1},
            "carrier": {"type": "string", "title": "Carrier", "description": "Who.", "enum": ["road", "rail"]},
            "pickup": {"type": "string", "format": "date-time", "title": "Pick-up", "description": "When."},
            "lines": {"type": "array", "title": "Lines", "description": "What.", "items": {"type": "string"}},
        },
    }
    api.will(Answer(200, {"provider": "depot", "action": "ship", "title": "Ship", "input_schema": schema}))
    chosen = node({**LIVE, "liveProvider": "depot", "liveAction": "ship"})
    fields = engine.ask("fields", node=chosen, method="getFields", account=credentials(nowhere))["fields"]
    assert [(field["id"], field["type"], field["required"]) for field in fields] == [
        ("order", "string", True),
        ("count", "number", False),
        ("carrier", "options", False),
        ("pickup", "dateTime", False),
        ("lines", "array", False),
    ]
    assert (fields[1]["defaultValue"], [one["value"] for one in fields[2]["options"]]) == (1, ["road", "rail"])
    assert api.asked[0].path == "/v1/catalog/depot/ship"


def test_before_an_action_is_chosen_there_are_no_fields(engine: Engine, account: Account) -> None:
    asking = {"node": node({"resource": "__live__"}), "account": credentials(account)}
    assert engine.ask("fields", method="getFields", **asking) == {"fields": []}


def test_a_picker_without_a_server_says_why_it_is_empty(engine: Engine) -> None:
    down = credentials(Account("http://127.0.0.1:1", "key_1.test"))
    with pytest.raises(Failed, match="could not be reached"):
        engine.ask("options", node=node(LIVE), method="getProviders", account=down)


def test_a_live_step_happens_once(engine: Engine, account: Account, outside: Outside) -> None:
    step = message()
    schema = [{"id": name, "displayName": name, "type": "string", "required": True} for name in step.value]
    mapping = {
        "mappingMode": "defineBelow",
        "value": {name: f"={{{{ $json.{name} }}}}" for name in step.value},
        "schema": schema,
        "matchingColumns": [],
    }
    chosen = node({**LIVE, "liveInput": mapping, "keyMode": "whole", "wholeKey": step.key})
    for _ in range(2):
        told = engine.ask("execute", workflow=workflow(chosen), items=[step.value], account=credentials(account))
        assert told["outputs"][STEP][0][0]["json"]["operation_id"] == step.operation_id, told
    assert outside.effects(step) == 1
