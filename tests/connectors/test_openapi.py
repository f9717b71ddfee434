"""The OpenAPI documents: valid, with examples that are what they describe, and the same as a deployment's own."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

import connectors.platforms.openapi as platform
from connectors.packages.catalogue import catalogue_of
from oncestep.application.openapi import document
from tests.connectors.fixtures import ACTIONS, CATALOG
from tests.connectors.private_contract import whole_catalogue

SERVER = "https://once.example.com"
DOCUMENTS: dict[str, Any] = {
    file.path: json.loads(file.content) for file in platform.emit(whole_catalogue()) if file.path.endswith(".json")
}
WHOLE = DOCUMENTS["oncestep.openapi.json"]
each_document = pytest.mark.parametrize("path", DOCUMENTS)


@each_document
def test_a_document_is_openapi_3_1(path: str) -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(DOCUMENTS[path]).iter_errors()] == []


@each_document
def test_every_example_is_what_it_is_an_example_of(path: str) -> None:
    contents = list(_contents(DOCUMENTS[path]))
    assert contents
    for content in contents:
        schema = {**content["schema"], "components": DOCUMENTS[path]["components"]}
        jsonschema_rs.Draft202012Validator(schema).validate(content["example"])


def test_a_provider_s_document_has_its_actions_and_nothing_for_operators() -> None:
    for provider in whole_catalogue().providers:
        paths = DOCUMENTS[f"providers/{provider.name}.openapi.json"]["paths"]
        assert {path for path in paths if path.startswith("/actions/")} == {one.path for one in provider.actions}
        assert not any(path.endswith(("/replay", "/dismiss", "/resolve", "/fix-forward")) for path in paths)
        assert {"/me", "/operations/{id}/result"} <= paths.keys()


def test_the_whole_document_has_every_action() -> None:
    described = {path for path in WHOLE["paths"] if path.startswith("/actions/")}
    assert described == {action.path for action in whole_catalogue().actions}


def test_a_deployment_answers_the_same_for_its_own_address() -> None:
    offered = [action for action in ACTIONS if not action.internal]
    for provider in (None, offered[0].provider):
        deployed = document(offered, SERVER, provider=provider)
        generated = document(catalogue_of(CATALOG.providers).actions, SERVER, provider=provider)
        assert json.loads(json.dumps(deployed)) == json.loads(json.dumps(generated))


def test_patterns_that_other_engines_read_differently_are_left_out() -> None:
    body = WHOLE["paths"]["/actions/depot/ship_parcel"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    fields = body["properties"]["input"]["properties"]
    assert "pattern" in fields["order"]
    assert "pattern" not in fields["code"]
    assert "propertyNames" not in fields["attributes"]
    assert fields["attributes"]["maxProperties"] == 10


def test_what_to_wait_for_and_how_long_is_in_the_headers() -> None:
    responses = WHOLE["components"]["responses"]
    assert responses["Processing"]["headers"].keys() == {"Location", "Retry-After"}
    waiting = {name for name, response in responses.items() if "Retry-After" in response.get("headers", {})}
    assert waiting == {"Processing", "Problem409", "Problem429", "Problem503"}


def test_the_server_s_variables_are_those_in_its_address() -> None:
    (server,) = WHOLE["servers"]
    assert server["url"].format(scheme="https", host="once.example.com") == f"{SERVER}/v1"
    assert server["variables"].keys() == {"scheme", "host"}


def _contents(value: Any) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - any JSON
    """Every media type of a document that has an example."""
    if isinstance(value, dict):
        if isinstance(value.get("schema"), dict) and "example" in value:
            yield value
        for part in value.values():
            yield from _contents(part)
