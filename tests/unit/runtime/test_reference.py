"""What connectors ask before they call: only what the key allows, and nothing that is secret."""

from dataclasses import replace

import pytest

from oncestep.domain.callers import Caller
from oncestep.domain.states import Attention, State
from oncestep.runtime.parameters import PARAMETERS
from tests.support.actions import ALL
from tests.support.world import BUILDER, OPERATOR
from tests.unit.runtime.gateway import PUBLIC_URL, Gateway

NARROW = replace(BUILDER, allow=("keyed.*", "bare.order"))


def test_a_key_is_told_whose_it_is(gateway: Gateway) -> None:
    assert gateway.ask("GET", "/me", caller=OPERATOR).body == {
        "client": "acme",
        "label": "Olga",
        "role": "operator",
        "scope": "all",
        "allow": ["*"],
        "key_id": "key-2",
    }


@pytest.mark.parametrize(
    ("caller", "providers"),
    [(BUILDER, [action.provider for action in ALL]), (NARROW, ["keyed", "bare"]), (replace(BUILDER, allow=()), [])],
)
def test_the_catalogue_holds_what_the_key_allows(gateway: Gateway, caller: Caller, providers: list[str]) -> None:
    listed = gateway.ask("GET", "/catalog", caller=caller)
    assert [entry["provider"] for entry in listed.body["data"]] == providers


@pytest.mark.parametrize(
    ("provider", "promise", "lookup"),
    [
        ("keyed", "verified", False),
        ("unverified", "unverified", False),
        ("bare", "none", False),
        ("listed", "none", True),
    ],
)
def test_an_action_says_what_its_provider_promises(
    gateway: Gateway, provider: str, promise: str, *, lookup: bool
) -> None:
    shown = gateway.ask("GET", "/catalog/{provider}/{action}", provider=provider, action="order")
    contract = shown.body["contract"]
    assert (contract["idempotency_key"], contract["lookup"]) == (promise, lookup)
    assert shown.body["input_schema"]["required"] == ["sku"]


def test_an_action_that_the_key_does_not_allow_is_not_shown(gateway: Gateway) -> None:
    path = "/catalog/{provider}/{action}"
    refused = gateway.ask("GET", path, caller=NARROW, provider="listed", action="order")
    missing = gateway.ask("GET", path, caller=NARROW, provider="nope", action="order")
    assert (refused.status, missing.status) == (403, 404)


def test_the_api_describes_itself_at_its_own_address_with_the_actions_of_the_key(gateway: Gateway) -> None:
    document = gateway.ask("GET", "/openapi.json", caller=NARROW).body
    assert document["openapi"] == "3.1.0"
    assert document["servers"] == [{"url": f"{PUBLIC_URL}/v1"}]
    described = {path for path in document["paths"] if path.startswith("/actions/")}
    assert described == {"/actions/keyed/order", "/actions/bare/order"}


def test_the_catalogue_can_be_asked_for_one_provider_and_names_all(gateway: Gateway) -> None:
    listed = gateway.ask("GET", "/catalog", caller=NARROW, query={"provider": "bare"}).body
    assert [entry["provider"] for entry in listed["data"]] == ["bare"]
    assert listed["providers"] == [{"name": "bare"}, {"name": "keyed"}]


def test_the_small_document_of_a_provider_has_its_actions_and_nothing_for_operators(gateway: Gateway) -> None:
    document = gateway.ask("GET", "/openapi.json", caller=NARROW, query={"provider": "bare"}).body
    assert document["info"]["title"] == "Oncestep: bare"
    assert {path for path in document["paths"] if path.startswith("/actions/")} == {"/actions/bare/order"}
    assert "/operations/{id}/replay" not in document["paths"]
    assert "/operations/{id}/result" in document["paths"]


def test_the_document_has_the_filters_of_a_list_with_all_their_values(gateway: Gateway) -> None:
    listing = gateway.ask("GET", "/openapi.json").body["paths"]["/operations"]["get"]
    schemas = {parameter["name"]: parameter["schema"] for parameter in listing["parameters"]}
    assert set(schemas) == set(PARAMETERS["/operations"])
    assert schemas["state"]["enum"] == [*State]
    assert sorted(schemas["attention"]["enum"]) == sorted([*Attention, "any"])
