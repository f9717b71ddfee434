"""The connector for Power Automate: by Microsoft's schemas, by the rules that these do not check, and as it is run."""

import json
import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest

import connectors.platforms.power_automate as platform
from connectors.packages import words
from connectors.packages.catalogue import Action
from connectors.packages.writing import write_tree
from connectors.platforms.power_automate.schemas import swagger
from tests.connectors.private_contract import whole_catalogue
from tests.connectors.vendor_schemas import problems, read_schema, vendor_folder
from tests.platforms.driver import Account, Ended
from tests.platforms.power_automate.connector import Connector
from tests.platforms.power_automate.engine import Engine
from tests.platforms.power_automate.step import request_of

ACCOUNT = Account("https://once.example.com", "key_1.secret")
NOT_IN_SWAGGER = {
    *("anyOf", "oneOf", "not", "const", "nullable", "propertyNames", "patternProperties", "title", "$schema"),
    *("if", "then", "else", "examples", "prefixItems", "dependentRequired"),
}


@pytest.fixture(scope="module")
def connector(tmp_path_factory: pytest.TempPathFactory) -> Connector:
    """The connector with private actions."""
    folder = tmp_path_factory.mktemp("connectors")
    tree = {f"power_automate/{file.path}": file.content for file in platform.emit(whole_catalogue())}
    write_tree(tree, folder, ["power_automate"])
    return Connector(folder / "power_automate")


@pytest.fixture(scope="module")
def properties() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(_file("apiProperties.json"))
    return content


def test_the_definition_is_as_microsoft_s_schema_wants_it(connector: Connector) -> None:
    schema = read_schema(vendor_folder("power-platform") / "apiDefinition.swagger.schema.json")
    assert problems(jsonschema_rs.Draft4Validator(schema), connector.definition) == []


def test_the_properties_are_as_microsoft_s_schema_wants_them(properties: dict[str, Any]) -> None:
    schema = read_schema(vendor_folder("power-platform") / "paconn-apiProperties.schema.json")
    assert problems(jsonschema_rs.Draft7Validator(schema), properties) == []


def test_the_connector_is_named_and_described_as_reviewers_want_it(connector: Connector) -> None:
    info = connector.definition["info"]
    assert not re.search(r"\b(api|connector)\b", info["title"], re.IGNORECASE)
    assert 30 <= len(info["description"]) <= 500
    named = {entry["propertyName"] for entry in connector.definition["x-ms-connector-metadata"]}
    assert named == {"Website", "Privacy policy", "Categories"}


def test_every_operation_is_named_described_and_annotated(connector: Connector) -> None:
    names = [operation.definition["operationId"] for operation in connector.operations()]
    assert len(names) == len(set(names))
    for operation in connector.operations():
        definition = operation.definition
        assert re.fullmatch(r"[A-Z][A-Za-z0-9]+", definition["operationId"])
        assert 1 <= len(definition["summary"]) <= 80, definition["summary"]
        assert 30 <= len(definition["description"]) <= 500, definition["operationId"]
        assert definition["x-ms-api-annotation"]["family"] == definition["operationId"]
        assert definition["x-ms-visibility"] in {"important", "internal"}


def test_every_parameter_and_field_has_a_summary_and_a_description(connector: Connector) -> None:
    for place, part in _fields(connector):
        assert part.get("x-ms-summary"), place
        assert part.get("description"), place


def test_every_response_has_a_schema(connector: Connector) -> None:
    for operation in connector.operations():
        responses = operation.definition["responses"]
        assert {"200", "default"} <= responses.keys()
        assert all(response["schema"] and response["description"] for response in responses.values())


def test_the_schemas_use_only_what_swagger_has(connector: Connector) -> None:
    for part in _schemas(connector.definition["paths"]):
        assert not part.keys() & NOT_IN_SWAGGER, part
        assert isinstance(part.get("type", ""), str)
        assert isinstance(part.get("exclusiveMinimum", False), bool)
        assert "(?" not in part.get("pattern", "")
        assert part.get("required", ["at least one"]) != []


@pytest.mark.parametrize("action", whole_catalogue().actions, ids=lambda action: action.full_name)
def test_what_an_action_takes_its_swagger_schema_takes_too(action: Action) -> None:
    jsonschema_rs.Draft4Validator(swagger(action.input_schema)).validate(action.sample_input)


def test_what_the_designer_asks_is_there(connector: Connector) -> None:
    for part in _dynamic(connector.definition["paths"]):
        asked = connector.operation(part["operationId"])
        known = {parameter["name"] for parameter in asked.parameters}
        assert part.get("parameters", {}).keys() <= known
        schema = asked.definition["responses"]["200"]["schema"]["$ref"].rpartition("/")[2]
        answered = connector.definition["definitions"][schema]["properties"]
        assert part.get("value-collection", part["value-path"]) in answered


def test_every_action_asks_for_the_key_in_the_words_that_all_tools_use(connector: Connector) -> None:
    for action in whole_catalogue().actions:
        fields = connector.step(action.provider, action.name).parameters[-1]["schema"]["properties"]
        assert fields["idempotency_key"]["description"].startswith(words.KEY_HELP)
        assert fields["input"]["properties"].keys() == {field.name for field in action.fields}


def test_the_icon_has_the_size_that_microsoft_wants() -> None:
    content = _file("icon.png")
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (230, 230)


def test_a_connection_s_address_replaces_the_placeholder(connector: Connector) -> None:
    connection = connector.connection(ACCOUNT)
    request = request_of(connector, connector.test, connection, {})
    assert (str(request.url), request.headers["x-api-key"]) == ("https://once.example.com/v1/me", "key_1.secret")


def test_what_is_processing_is_asked_for_at_its_location(connector: Connector) -> None:
    location = "https://once.example.com/v1/operations/op_1/result"
    accepted = httpx.Response(202, headers={"Location": location, "Retry-After": "0"}, json={})
    ended, asked = _run(connector, accepted, accepted, httpx.Response(200, json={"status": "succeeded"}))
    assert ended is Ended.DONE
    assert [(request.method, request.url.path) for request in asked] == [
        ("POST", "/v1/actions/mail/send"),
        ("GET", "/v1/operations/op_1/result"),
        ("GET", "/v1/operations/op_1/result"),
    ]
    assert {request.headers["x-api-key"] for request in asked} == {"key_1.secret"}


def test_an_outage_is_asked_again_with_the_same_bytes(connector: Connector) -> None:
    busy = httpx.Response(503, headers={"Retry-After": "0"}, json={})
    ended, asked = _run(connector, busy, httpx.Response(200, json={}))
    assert ended is Ended.DONE
    assert len({request.content for request in asked}) == 1


def test_any_action_can_be_chosen_and_run(connector: Connector) -> None:
    values = {"provider": "new", "action": "thing", "body": {"idempotency_key": "1", "input": {"a": 1}}}
    request = request_of(connector, connector.operation("RunAnyAction"), connector.connection(ACCOUNT), values)
    assert request.url.path == "/v1/actions/new/thing"
    assert json.loads(request.content) == values["body"]


def _run(connector: Connector, *answers: httpx.Response) -> tuple[Ended, list[httpx.Request]]:
    asked: list[httpx.Request] = []
    waiting = list(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return waiting.pop(0)

    body = {"idempotency_key": "order-1842", "input": {"to": "a@b.example", "subject": "s", "text": "t"}}
    step = request_of(connector, connector.step("mail", "send"), connector.connection(ACCOUNT), {"body": body})
    with httpx.Client(transport=httpx.MockTransport(answer)) as client:
        return Engine(client).run(step, patience=5).ended, asked


def _file(name: str) -> bytes:
    return next(file.content for file in platform.emit(whole_catalogue()) if Path(file.path).name == name)


def _fields(connector: Connector) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for operation in connector.operations():
        for parameter in operation.parameters:
            yield f"{operation.path} {parameter['name']}", parameter
            yield from _properties(operation.path, parameter.get("schema", {}))
        for response in operation.definition["responses"].values():
            yield from _properties(operation.path, response["schema"])
    for name, schema in connector.definition["definitions"].items():
        yield from _properties(name, schema)


def _properties(place: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, part in schema.get("properties", {}).items():
        yield f"{place} {name}", part
        yield from _properties(f"{place} {name}", part)
    if "items" in schema:
        yield from _properties(place, schema["items"])


def _schemas(value: Any) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - any JSON
    """Every schema in a part of the definition, with those within."""
    for part in _objects(value):
        yield from [part["schema"]] if "schema" in part else []
        yield from part["properties"].values() if isinstance(part.get("properties"), dict) else []
        yield from [part["items"]] if isinstance(part.get("items"), dict) else []


def _dynamic(value: Any) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - any JSON
    for part in _objects(value):
        yield from (part[name] for name in ("x-ms-dynamic-values", "x-ms-dynamic-schema") if name in part)


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - any JSON
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(part)
