"""A step's fields, typed from the package's catalogue: what the builder fills in is what Oncestep is sent."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from connectors.generate import packages
from connectors.packages.writing import write_tree
from tests.connectors.private_contract import whole_catalogue
from tests.platforms.driver import Account
from tests.platforms.fake_api import FakeApi
from tests.platforms.n8n.engine import Engine
from tests.platforms.n8n.engine import engine as running
from tests.platforms.n8n.workflows import credentials, node, workflow

Json = Mapping[str, Any]


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The engine with a package that has private actions, with fields of every kind."""
    folder = tmp_path_factory.mktemp("packages")
    write_tree(packages(whole_catalogue(), ["n8n"]), folder, ["n8n"])
    with running(folder / "n8n") as engine:
        yield engine


def properties(engine: Engine, action: str) -> dict[str, Json]:
    """Those of one action, by name; its optional ones too."""
    shown = engine.ask("describe")["nodes"]["n8n-nodes-oncestep.oncestep"]["properties"]
    own = [one for one in shown if one.get("displayOptions", {}).get("show", {}).get("operation") == [action]]
    return {one["name"]: one for field in own for one in (field, *field.get("options", ()))}


def sent(engine: Engine, api: FakeApi, account: Account, parameters: Json, item: Json) -> Any:  # noqa: ANN401
    """The input that Oncestep gets."""
    chosen = {"resource": "depot", "operation": "ship_parcel", "keyMode": "whole", "wholeKey": "k", **parameters}
    flow = {**workflow(node(chosen)), "settings": {"timezone": "Europe/Berlin"}}
    told = engine.ask("execute", workflow=flow, items=[item], account=credentials(account))
    assert "error" not in told, told["error"]
    return api.asked[0].body["input"]


def test_each_field_is_shown_as_what_it_is(private: Engine) -> None:
    shown = properties(private, "ship_parcel")
    kinds = {name: field["type"] for name, field in shown.items()}
    assert kinds == {
        "input_order": "string",
        "input_weight": "number",
        "input_lines": "json",
        "optionalFields": "collection",
        "value": "number",
        "express": "boolean",
        "carrier": "options",
        "zone": "options",
        "notify": "string",
        "page": "string",
        "due": "string",
        "pickup": "dateTime",
        "code": "string",
        "labels": "json",
        "attributes": "fixedCollection",
    }
    assert shown["input_weight"]["typeOptions"] == {"numberPrecision": 0, "minValue": 1, "maxValue": 30000}
    assert shown["input_weight"]["default"] == ""
    assert [one["value"] for one in shown["zone"]["options"]] == [1, 2, 3]


def test_what_is_filled_in_is_sent_with_its_type(private: Engine, api: FakeApi, nowhere: Account) -> None:
    optional = {
        "express": True,
        "zone": 2,
        "pickup": "2026-12-01T10:00:00",
        "labels": '["fragile"]',
        "attributes": {"entries": [{"name": "colour", "value": "={{ $json.colour }}"}]},
    }
    parameters = {
        "input_order": "DE-1",
        "input_weight": 500,
        "input_lines": "={{ $json.lines }}",
        "optionalFields": optional,
    }
    item = {"colour": "red", "lines": [{"sku": "sku-1"}]}
    assert sent(private, api, nowhere, parameters, item) == {
        "order": "DE-1",
        "weight": 500,
        "lines": [{"sku": "sku-1"}],
        "express": True,
        "zone": 2,
        "pickup": "2026-12-01T10:00:00.000+01:00",
        "labels": ["fragile"],
        "attributes": {"colour": "red"},
    }


def test_a_date_with_a_zone_keeps_it(private: Engine, api: FakeApi, nowhere: Account) -> None:
    parameters = {
        "input_order": "DE-1",
        "input_weight": 1,
        "input_lines": "[]",
        "optionalFields": {"pickup": "={{ $json.at }}"},
    }
    value = sent(private, api, nowhere, parameters, {"at": "2026-12-01T10:00:00Z"})
    assert value["pickup"] == "2026-12-01T10:00:00.000Z"


def test_text_that_is_no_list_is_left_to_oncestep_to_judge(private: Engine, api: FakeApi, nowhere: Account) -> None:
    parameters = {"input_order": "DE-1", "input_weight": "={{ $json.weight }}", "input_lines": "two books"}
    assert sent(private, api, nowhere, parameters, {}) == {"order": "DE-1", "lines": "two books"}
