"""Which query parameters each resource takes: what the OpenAPI document says, and no other."""

import pytest

from oncestep.application.openapi import document
from oncestep.runtime.operations import ROUTES
from oncestep.runtime.parameters import PARAMETERS, parameters_of
from tests.support.actions import ALL
from tests.support.world import OPERATOR, World, id_of
from tests.unit.runtime.events import recorded
from tests.unit.runtime.gateway import Gateway, order

DOCUMENT = document(ALL, "https://oncestep.example")
DESCRIBED = [(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods]


def described(path: str, method: str) -> set[str]:
    """The query parameters that the document gives an operation."""
    parameters = [
        DOCUMENT["components"]["parameters"][item["$ref"].rpartition("/")[2]] if "$ref" in item else item
        for item in DOCUMENT["paths"][path][method].get("parameters", [])
    ]
    return {parameter["name"] for parameter in parameters if parameter["in"] == "query"}


@pytest.mark.parametrize(("path", "method"), DESCRIBED)
def test_a_resource_takes_the_parameters_that_the_document_describes(path: str, method: str) -> None:
    assert described(path, method) == set(parameters_of(path))


def test_every_resource_with_parameters_is_one_that_there_is() -> None:
    assert set(PARAMETERS) <= {resource for _, resource in ROUTES}


@pytest.mark.parametrize(("method", "resource"), ROUTES)
def test_every_resource_refuses_a_parameter_that_it_does_not_have(
    gateway: Gateway, world: World, method: str, resource: str
) -> None:
    world.call("bare")
    path = {"id": id_of("bare"), "provider": "bare", "action": "order"}
    body = {"reason": "why"} if method == "POST" else None
    refused = gateway.ask(method, resource, caller=OPERATOR, query={"verbose": "1"}, body=body, **path)
    assert (refused.status, refused.code) == (400, "invalid_request")
    assert [error["field"] for error in refused.body["errors"]] == ["verbose"]
    names = ", ".join(parameters_of(resource)) or "it takes none"
    assert refused.body["detail"].endswith(names)


@pytest.mark.parametrize("query", [{"wait": "5"}, {"idempotency_key": "order-1"}])
def test_a_call_takes_no_query_parameters_and_stores_and_sends_nothing_with_one(
    gateway: Gateway, world: World, query: dict[str, str]
) -> None:
    refused = gateway.post(order() | {"queryStringParameters": query})
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, list(query))
    assert world.ledger.get(id_of("bare")) is None
    assert world.effects == 0


def test_a_call_with_a_blank_query_parameter_is_a_call(gateway: Gateway) -> None:
    assert gateway.post(order() | {"queryStringParameters": {"verbose": ""}}).status == 200


def test_the_recorded_calls_take_no_query_parameters() -> None:
    assert not recorded("actions.post")["queryStringParameters"]
