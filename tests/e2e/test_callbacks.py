"""Whoever gave an address is told there, by the deployed stack, with a signature that the receivers' library takes."""

from collections.abc import Iterator

import pytest
from standardwebhooks import Webhook

from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.listener import Listener, Message, listening
from tests.support.outside import Outside
from tests.support.patience import until
from tests.support.steps import adjustment, message


@pytest.fixture
def listener() -> Iterator[Listener]:
    """A receiver on this machine."""
    with listening() as listener:
        yield listener


def told(listener: Listener, number: int = 1) -> list[Message]:
    """So many messages, once they have come."""
    return until(lambda: list(listener.messages), lambda messages: len(messages) >= number)


def test_an_end_is_told_and_signed(builder: Api, stack: Stack, listener: Listener) -> None:
    step = adjustment()
    assert builder.run(step, callback_url=listener.url("/done?run=1")).status_code == 200
    (heard,) = told(listener)
    body = Webhook(stack.signing_secret).verify(heard.body, heard.headers)
    assert (heard.path, body["type"]) == ("/done?run=1", "operation.succeeded")
    assert body["data"]["operation_id"] == step.operation_id


def test_an_end_that_was_found_later_is_told(builder: Api, outside: Outside, listener: Listener) -> None:
    step = adjustment()
    outside.strike(step, "answer_lost")
    assert builder.run(step, prefer="wait=0", callback_url=listener.url()).status_code == 202
    (heard,) = told(listener)
    assert heard.json["data"]["operation_id"] == step.operation_id
    assert outside.effects(step) == 1


def test_a_stop_is_told(builder: Api, outside: Outside, listener: Listener) -> None:
    step = message()
    outside.refuse_credentials(step)
    assert builder.run(step, callback_url=listener.url()).status_code == 424
    (heard,) = told(listener)
    assert (heard.json["type"], heard.json["data"]["attention"]) == ("operation.needs_input", "connection")


def test_a_receiver_that_was_down_is_told_again_under_the_same_id(builder: Api, listener: Listener) -> None:
    listener.statuses = [503, 404]
    builder.run(message(), callback_url=listener.url())
    heard = told(listener, 3)
    assert len({one.headers["webhook-id"] for one in heard}) == 1


@pytest.mark.usefixtures("untouched")
def test_an_address_that_nobody_allowed_is_refused(builder: Api) -> None:
    answer = builder.run(message(), callback_url="https://elsewhere.example/done")
    assert answer.status_code == 400
    assert "elsewhere.example" in answer.json()["detail"]
