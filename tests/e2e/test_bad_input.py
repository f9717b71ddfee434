"""A call that cannot be meant is refused with everything that is wrong, before anything is stored or sent."""

from typing import Any

import pytest

from tests.support.api import Api
from tests.support.problems import problem_in
from tests.support.steps import adjustment, bare_request, step

pytestmark = pytest.mark.usefixtures("untouched")

MEGABYTE = 1024 * 1024


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (b'{"input": ', "the body is not JSON"),
        (b'{"input": {"delta": NaN}}', "NaN is not JSON"),
        (b"", "the body is empty; send a JSON object"),
        (b'["input"]', "the body must be a JSON object"),
        (b'"input"', "the body must be a JSON object"),
    ],
)
def test_a_body_that_is_no_json_object_is_refused(builder: Api, content: bytes, detail: str) -> None:
    headers = {"Content-Type": "application/json"}
    problem = problem_in(builder.http.post("/actions/inventory/adjust", content=content, headers=headers))
    assert (problem.status, problem.code) == (400, "invalid_request")
    assert (problem.title, problem.retryable) == ("The request is not valid", False)
    assert detail in problem.detail


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ({"sku": ["sku-book"], "delta": "many", "color": "red"}, {"input.sku", "input.delta", "input.color"}),
        ({"sku": "sku-book", "delta": 1.5}, {"input.delta"}),
        ({"sku": "", "delta": -1}, {"input.sku"}),
        ({"sku": None, "delta": ""}, {"input.sku", "input.delta"}),
        ({}, {"input.sku", "input.delta"}),
    ],
)
def test_every_wrong_field_of_the_input_is_named(builder: Api, value: dict[str, object], fields: set[str]) -> None:
    refused = step("inventory.adjust", value)
    problem = problem_in(builder.run(refused))
    assert (problem.status, problem.code) == (400, "invalid_request")
    assert problem.fields == fields
    assert problem.rest["idempotency_key"] == refused.key
    assert all(field in problem.detail for field in fields)
    assert not builder.exists(refused)


def test_every_wrong_field_of_the_call_is_named(builder: Api) -> None:
    wrong: dict[str, Any] = {
        "input": "sku-book",
        "connection": "a b",
        "correlation_id": 7,
        "source_event": "e" * 256,
        "tenant": "x",
    }
    problem = problem_in(builder.run(adjustment(), **wrong))
    assert (problem.status, problem.code) == (400, "invalid_request")
    assert problem.fields == set(wrong)


def test_very_many_wrong_fields_are_named_as_far_as_anybody_reads(builder: Api) -> None:
    unheard_of: dict[str, Any] = {f"field-{number}": 1 for number in range(100_000)}
    problem = problem_in(builder.run(adjustment(), **unheard_of))
    assert (problem.status, problem.code) == (400, "invalid_request")
    assert len(problem.fields) == 50
    assert problem.detail.endswith("; and 99950 more")


@pytest.mark.parametrize("action", ["warehouse.adjust", "inventory.count"])
def test_an_action_that_does_not_exist_is_answered_with_those_that_do(builder: Api, action: str) -> None:
    refused = step(action, {})
    problem = problem_in(builder.run(refused))
    assert (problem.status, problem.code, problem.retryable) == (404, "unknown_action", False)
    assert action in problem.detail
    assert "inventory.adjust" in problem.detail


def test_a_connection_that_does_not_exist_is_refused_with_the_command_that_makes_it(builder: Api) -> None:
    refused = adjustment()
    problem = problem_in(builder.run(refused, connection="branch"))
    assert (problem.status, problem.code, problem.retryable) == (400, "unknown_connection", False)
    assert "oncestep connections create --client demo --provider inventory --name branch" in problem.detail
    assert not builder.exists(refused)


@pytest.mark.parametrize("size", [MEGABYTE, 2 * MEGABYTE])
def test_input_over_the_limit_is_refused(builder: Api, size: int) -> None:
    refused = adjustment("s" * size)
    problem = problem_in(builder.run(refused))
    assert (problem.status, problem.code, problem.retryable) == (413, "payload_too_large", False)
    assert not builder.exists(refused)


@pytest.mark.parametrize("name", ["Authorization", "cookie", "Idempotency-Key", "Host", "Content-Length", "a b"])
def test_a_header_that_is_not_the_caller_s_to_set_is_refused(builder: Api, name: str) -> None:
    refused = bare_request(headers={name: "x"})
    problem = problem_in(builder.run(refused))
    assert (problem.status, problem.code) == (400, "invalid_request")
    assert name in problem.detail
    assert not builder.exists(refused)
