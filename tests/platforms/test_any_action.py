"""The step "run any action", as an editor leads a builder through it: choose, fill in the fields that follow, run."""

import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cli.local.stack_file import Stack
from tests.platforms.driver import Account, Ended
from tests.platforms.make.app import App
from tests.platforms.make.requests import Runner
from tests.platforms.power_automate.connector import Connector
from tests.platforms.power_automate.engine import Engine
from tests.platforms.power_automate.step import request_of

STEP = {"sku": "sku-book", "delta": -1}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=60) as made:
        yield made


@pytest.fixture(scope="module")
def account(stack: Stack) -> Account:
    return Account(stack.api_url, stack.builder_key)


def test_make_lists_actions_shows_their_fields_and_runs_them(client: httpx.Client, account: Account) -> None:
    app = App()
    connection = app.connection(account)

    def run(kind: str, name: str, parameters: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        return Runner(client, {"parameters": parameters, "connection": connection}).run(app.requests(kind, name))

    chosen = next(option["value"] for option in run("rpc", "listActions", {}) if option["label"].startswith("Adjust"))
    fields = run("rpc", "actionFields", {"oncestep_action": chosen})
    assert {(field["name"], field["type"], field["required"]) for field in fields} == {
        ("sku", "text", True),
        ("delta", "integer", True),
    }
    filled = {"oncestep_action": chosen, "oncestep_key": secrets.token_hex(8), **STEP}
    ran = run("module", "runAnyAction", filled)
    assert ran["result"]["sku"] == "sku-book"
    shown = run("module", "getOperation", {"operation_id": ran["operation_id"]})
    assert (shown["status"], shown["action"]) == ("succeeded", "inventory.adjust")


def test_power_automate_lists_actions_shows_their_fields_and_runs_them(client: httpx.Client, account: Account) -> None:
    connector = Connector()
    connection = connector.connection(account)

    def run(name: str, values: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        ran = Engine(client).run(request_of(connector, connector.operation(name), connection, values), patience=60)
        assert ran.ended is Ended.DONE, ran
        return ran.output

    any_action = connector.operation("RunAnyAction")
    chosen: dict[str, Any] = {}
    for parameter in any_action.parameters[:2]:
        chosen[parameter["name"]] = _option(parameter["x-ms-dynamic-values"], "inventory", "adjust", run, chosen)
    dynamic = any_action.parameters[-1]["schema"]["properties"]["input"]["x-ms-dynamic-schema"]
    schema = run(dynamic["operationId"], _referred(dynamic, chosen))[dynamic["value-path"]]
    assert schema["properties"].keys() == STEP.keys()
    ran = run("RunAnyAction", {**chosen, "body": {"idempotency_key": secrets.token_hex(8), "input": STEP}})
    assert ran["result"]["sku"] == "sku-book"
    assert run("GetOperation", {"id": ran["operation_id"]})["status"] == "succeeded"
    assert run("GetResult", {"id": ran["operation_id"]})["result"] == ran["result"]


def _option(dynamic: dict[str, Any], provider: str, action: str, run: Any, chosen: dict[str, Any]) -> str:  # noqa: ANN401
    """The value that a builder picks from a list of the designer; each value is there once."""
    listed = run(dynamic["operationId"], _referred(dynamic, chosen))[dynamic["value-collection"]]
    values = [option[dynamic["value-path"]] for option in listed]
    assert len(values) == len(set(values))
    return str(next(value for value in values if value in {provider, action}))


def _referred(dynamic: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
    """The parameters of what the designer asks, from what has been chosen before."""
    return {name: chosen[source["parameter"]] for name, source in dynamic.get("parameters", {}).items()}
