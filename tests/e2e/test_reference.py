"""What connectors ask before they call."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs
import pytest

from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.problems import problem_in

HTTP_METHODS = {"get", "post", "put", "delete"}


@pytest.fixture(scope="module")
def openapi(builder: Api) -> dict[str, Any]:
    return dict(builder.http.get("/openapi.json").raise_for_status().json())


def test_me_says_whose_key_it_is_and_what_it_may_do(stack: Stack, mailer: Api, builder: Api) -> None:
    assert builder.http.get("/me").json() == {
        "client": "demo",
        "label": "demo builder",
        "role": "builder",
        "scope": "own",
        "allow": ["*"],
        "key_id": stack.builder_key.partition(".")[0],
    }
    assert mailer.http.get("/me").json()["allow"] == ["mail.*"]


def test_the_catalogue_lists_what_the_key_may_run(builder: Api, mailer: Api) -> None:
    entries = builder.http.get("/catalog").json()["data"]
    names = {f"{entry['provider']}.{entry['action']}" for entry in entries}
    assert {"mail.send", "inventory.adjust", "http.request", "localstripe.create_payment"} <= names
    assert [entry["action"] for entry in mailer.http.get("/catalog").json()["data"]] == ["send"]


def test_an_action_of_the_catalogue_brings_its_fields_samples_and_promises(builder: Api) -> None:
    entry = builder.http.get("/catalog/mail/send").json()
    assert set(entry["input_schema"]["required"]) == {"to", "subject", "text"}
    assert entry["samples"]["input"].keys() == {"to", "subject", "text"}
    assert (entry["contract"]["idempotency_key"], entry["contract"]["lookup"]) == ("verified", False)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [("/catalog/inventory/adjust", 403, "action_not_allowed"), ("/catalog/mail/receive", 404, "unknown_action")],
)
def test_an_action_that_the_key_cannot_run_is_not_shown(mailer: Api, path: str, status: int, code: str) -> None:
    problem = problem_in(mailer.http.get(path))
    assert (problem.status, problem.code, problem.retryable) == (status, code, False)


def test_a_path_that_does_not_exist_is_answered_with_where_to_look(builder: Api) -> None:
    problem = problem_in(builder.http.get("/nothing"))
    assert (problem.status, problem.code, problem.retryable) == (404, "not_found", False)
    assert "/v1/openapi.json" in problem.detail


def test_the_document_is_openapi_3_1_for_this_very_stack(openapi: dict[str, Any], stack: Stack) -> None:
    assert openapi["openapi"] == "3.1.0"
    assert openapi["servers"] == [{"url": f"{stack.api_url}/v1"}]


def test_every_action_of_the_catalogue_has_a_path_in_the_document(openapi: dict[str, Any], builder: Api) -> None:
    entries = builder.http.get("/catalog").json()["data"]
    actions = {f"/actions/{entry['provider']}/{entry['action']}" for entry in entries}
    assert {path for path in openapi["paths"] if path.startswith("/actions/")} == actions


def test_the_operations_of_the_document_have_names_of_their_own(openapi: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(openapi)]
    assert len(names) == len(set(names))


def test_the_parameters_of_a_path_are_those_that_its_operations_declare(openapi: dict[str, Any]) -> None:
    for path, operation in operations(openapi):
        parameters = [resolved(openapi, parameter) for parameter in operation.get("parameters", [])]
        declared = {parameter["name"] for parameter in parameters if parameter["in"] == "path"}
        assert declared == set(re.findall(r"{(\w+)}", path)), path


def test_every_reference_of_the_document_leads_somewhere(openapi: dict[str, Any]) -> None:
    found = [resolved(openapi, part) for part in parts(openapi) if "$ref" in part]
    assert found
    assert all(found)


def test_every_schema_of_the_document_is_json_schema(openapi: dict[str, Any]) -> None:
    schemas = [part["schema"] for part in parts(openapi) if "schema" in part]
    assert schemas
    for schema in schemas:
        jsonschema_rs.meta.validate(schema)


def operations(openapi: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in openapi["paths"].items():
        assert item.keys() <= HTTP_METHODS
        for operation in item.values():
            yield path, operation


def resolved(openapi: dict[str, Any], part: Mapping[str, Any]) -> Mapping[str, Any]:
    """The part, or what its reference leads to; one that leads nowhere raises."""
    found: Any = openapi
    for name in part.get("$ref", "").split("/")[1:]:
        found = found[name]
    return found if "$ref" in part else part


def parts(value: object) -> Iterator[dict[str, Any]]:
    """Every object within a document."""
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(item)
