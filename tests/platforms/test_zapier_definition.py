"""The app as Zapier gets it when it is pushed: with the project's actions, and with those of a company."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from connectors.generate import packages
from connectors.packages.catalogue import Field
from connectors.packages.writing import write_tree
from tests.connectors.private_contract import whole_catalogue
from tests.platforms.fake_api import done, fake_api
from tests.platforms.zapier.command_line import zapier_platform
from tests.platforms.zapier.core import APP, Core, Failed

OWN = ["idempotency_key", "run_again", "connection", "correlation_id"]


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Core:
    """With private actions."""
    folder = tmp_path_factory.mktemp("packages")
    write_tree(packages(whole_catalogue(), ["zapier"]), folder, ["zapier"])
    return Core(folder / "zapier")


@pytest.fixture(scope="module")
def creates(core: Core) -> Mapping[str, Any]:
    """By key."""
    found: Mapping[str, Any] = core.definition()["creates"]
    return found


@pytest.fixture(scope="module")
def depot(creates: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of the private action, which has one of every kind."""
    return {field["key"]: field for field in creates["depot_ship_parcel"]["operation"]["inputFields"]}


def test_the_app_is_valid_with_and_without_private_actions(core: Core) -> None:
    assert core.problems() == []
    assert Core().problems() == []


def test_the_command_line_finds_the_app_sound(tmp_path: Path) -> None:
    done = zapier_platform(APP, tmp_path, "validate", "--without-style")
    assert done.returncode == 0, done
    assert "structurally sound" in done.stdout


def test_every_action_has_a_step_with_all_its_fields(creates: Mapping[str, Any]) -> None:
    for action in whole_catalogue().actions:
        operation = creates[action.id]["operation"]
        fields = {field["key"]: field for field in operation["inputFields"]}
        assert {f"input_{field.name}" for field in action.fields} == {key for key in fields if key.startswith("input_")}
        for field in action.fields:
            assert is_like(fields[f"input_{field.name}"], field), (action.id, field.name)
        assert operation["sample"]["result"] == action.sample_output
    assert creates.keys() - {action.id for action in whole_catalogue().actions} == {"runAnyAction"}


def is_like(made: Mapping[str, Any], field: Field) -> bool:
    """Title, necessity and default are the catalogue's; Zapier has all defaults as text."""
    default = made.get("default")
    return (made["label"], made["required"]) == (field.title, field.required) and (
        default == field.default or default == json.dumps(field.default)
    )


def named_fields(create: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Those that are known before the live ones are fetched: functions are named by a text."""
    return [field for field in create["operation"]["inputFields"] if isinstance(field, dict)]


def test_the_key_is_the_first_field_of_every_step_and_required(creates: Mapping[str, Any]) -> None:
    for create in creates.values():
        fields = [field for field in named_fields(create) if field["key"] != "action"]
        assert (fields[0]["key"], fields[0]["required"]) == ("idempotency_key", True)
        assert [field["key"] for field in fields if field["key"] in OWN] in (OWN, [*OWN[:2], OWN[3]])


def test_steps_with_the_same_key_run_one_after_the_other(creates: Mapping[str, Any]) -> None:
    locks = {key: create["operation"]["lock"]["key"] for key, create in creates.items()}
    assert locks["depot_ship_parcel"] == "depot.ship_parcel:{{bundle.inputData.idempotency_key}}"
    assert locks["runAnyAction"] == "{{bundle.inputData.action}}:{{bundle.inputData.idempotency_key}}"
    assert {tuple(create["operation"]["lock"]["scope"]) for create in creates.values()} == {("auth",)}


def test_fields_have_the_kinds_that_zapier_knows(depot: Mapping[str, Any]) -> None:
    assert depot["input_weight"]["type"] == "integer"
    assert depot["input_value"]["type"] == "number"
    assert depot["input_express"]["type"] == "boolean"
    assert depot["input_pickup"]["type"] == "datetime"
    assert depot["input_carrier"]["choices"] == ["road", "rail"]
    assert depot["input_zone"]["choices"] == ["1", "2", "3"]
    assert depot["input_attributes"]["dict"] is True
    assert (depot["input_labels"]["list"], depot["input_labels"]["type"]) == (True, "string")
    assert [part["label"] for part in depot["input_lines"]["children"]] == ["SKU", "Count"]


def test_maps_lists_and_line_items_are_posted_as_the_action_wants_them(core: Core, depot: Mapping[str, Any]) -> None:
    sku, count = (part["key"] for part in depot["input_lines"]["children"])
    fields = {
        "idempotency_key": "order-1",
        "input_labels": ["fragile"],
        "input_lines": [{sku: "sku-1", count: 2}, {sku: "sku-2"}],
        "input_attributes": {"colour": "red", "input_size": "L"},
    }
    with fake_api() as api:
        api.will(done())
        data = {"base_url": api.url, "api_key": "key_1.secret"}
        core.execute("creates.depot_ship_parcel.operation.perform", {"authData": data, "inputData": fields})
        assert api.asked[0].body["input"] == {
            "labels": ["fragile"],
            "lines": [{"sku": "sku-1", "count": 2}, {"sku": "sku-2"}],
            "attributes": {"colour": "red", "input_size": "L"},
        }


def test_all_that_zapier_shows_of_a_step_fits(creates: Mapping[str, Any]) -> None:
    for create in creates.values():
        operation = create["operation"]
        fields = {field["key"] for field in operation["outputFields"] if isinstance(field, dict)}
        assert {"operation_id", "status", "remote_id"} <= fields
        flat = operation["sample"] | {f"result__{key}": value for key, value in operation["sample"]["result"].items()}
        assert fields <= flat.keys()


def test_an_unknown_method_is_an_error(core: Core) -> None:
    with pytest.raises(Failed):
        core.execute("creates.nothing.operation.perform", {})
