"""The examples in the OpenAPI documents run as they are, and each provider's own document is enough to run them."""

import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cli.local.stack_file import Stack
from tests.platforms.driver import Account, Ended
from tests.platforms.openapi.caller import Caller
from tests.platforms.openapi.document import FOLDER, Document, Operation

DEMO = ("inventory", "mail", "localstripe")
DOCUMENTS = {name: Document(FOLDER / f"providers/{name}.openapi.json") for name in DEMO}
ACTIONS = [
    (name, operation)
    for name, document in DOCUMENTS.items()
    for operation in document.operations()
    if "actions" in operation.definition["tags"]
]


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client() as made:
        yield made


@pytest.mark.parametrize(("provider", "operation"), ACTIONS, ids=[one.definition["operationId"] for _, one in ACTIONS])
def test_an_example_runs_as_it_is(client: httpx.Client, stack: Stack, provider: str, operation: Operation) -> None:
    caller = Caller(client, DOCUMENTS[provider], Account(stack.api_url, stack.builder_key))
    ran = caller.call(operation, fresh(operation, caller, DOCUMENTS[provider]), patience=60)
    assert ran.ended is Ended.DONE, ran


@pytest.mark.parametrize("provider", DEMO)
def test_a_deployment_answers_the_same_document_for_its_own_address(
    client: httpx.Client, stack: Stack, provider: str
) -> None:
    answer = client.get(
        f"{stack.api_url}/v1/openapi.json", params={"provider": provider}, headers={"x-api-key": stack.builder_key}
    )
    assert answer.json() == {**DOCUMENTS[provider].content, "servers": [{"url": f"{stack.api_url}/v1"}]}


def fresh(operation: Operation, caller: Caller, document: Document) -> dict[str, Any]:
    """The example under a key of its own. A refund's example names a payment that somebody must have made."""
    example = {**operation.example, "idempotency_key": secrets.token_hex(8)}
    if "payment_intent" in example["input"]:
        payment = document.operation(operation.definition["operationId"].replace("refund", "payment"))
        paid = caller.call(payment, fresh(payment, caller, document), patience=60)
        example["input"] = {**example["input"], "payment_intent": paid.output["remote_id"]}
    return example
