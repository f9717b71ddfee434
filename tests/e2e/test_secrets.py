"""Credentials are in Secrets Manager, on the wire to their provider, and nowhere else."""

import json
from base64 import b64encode
from secrets import token_hex

import pytest

from tests.support.api import Api
from tests.support.begun import Changed
from tests.support.dead_letters import DeadLetters
from tests.support.inside import Inside
from tests.support.outside import Outside
from tests.support.steps import Step, bare_request, message

pytestmark = pytest.mark.usefixtures("changed")
"""Last of all, so that there is much to read."""


@pytest.fixture(scope="module")
def credentials(inside: Inside, changed: Changed) -> set[str]:
    """All that there are, and one that there was."""
    found = inside.credentials() | {changed.old_token}
    assert changed.new_token in found
    return found


@pytest.fixture(scope="module")
def echoed(credentials: set[str], changed: Changed, builder: Api, outside: Outside) -> Step:
    """A request whose provider repeats in its refusal the credential that it was sent, plain and in base64."""
    step = bare_request()
    coded = b64encode(f"shop:{changed.new_token}".encode()).decode()
    body = {"error": "credentials", "message": f"Invalid token: {changed.new_token} ({coded})"}
    outside.strike(step, "status", status=401, body=body)
    answer = builder.run(step, connection=changed.connection)
    assert leaked(credentials, answer.text) == set()
    return step


def test_what_a_provider_repeats_is_masked_in_answer_and_screen(
    credentials: set[str], builder: Api, echoed: Step
) -> None:
    shown = builder.settled(echoed)
    assert shown["attention"] == "connection"
    [attempt] = shown["attempts"]
    assert "Invalid token: ***" in attempt["summary"]
    assert leaked(credentials, json.dumps(shown)) == set()


def test_it_is_masked_in_its_dead_letter(credentials: set[str], dead_letters: DeadLetters, echoed: Step) -> None:
    assert leaked(credentials, json.dumps(dead_letters.wait_for(echoed))) == set()


def leaked(credentials: set[str], text: str) -> set[str]:
    return {credential for credential in credentials if credential in text}


def test_no_credential_is_in_the_ledger(credentials: set[str], inside: Inside, stopped: Step, echoed: Step) -> None:
    text = inside.ledger()
    assert echoed.operation_id in text
    assert stopped.operation_id in text
    assert "Thank you." in text  # bodies can be read
    assert leaked(credentials, text) == set()


def test_no_credential_is_in_a_queue_message(credentials: set[str], dead_letters: DeadLetters, stopped: Step) -> None:
    dead_letters.wait_for(stopped)
    assert leaked(credentials, "\n".join(dead_letters.bodies())) == set()


def test_no_credential_is_in_a_blob(credentials: set[str], inside: Inside, builder: Api) -> None:
    step = message(token_hex(100_000))
    builder.run(step)
    text = inside.blobs()
    assert step.value["text"] in text
    assert leaked(credentials, text) == set()


def test_no_credential_is_in_a_log(credentials: set[str], inside: Inside, stopped: Step) -> None:
    text = "\n".join(inside.logs())
    assert stopped.operation_id in text
    assert leaked(credentials, text) == set()


def test_no_credential_is_in_an_operation_as_screens_show_it(
    credentials: set[str], builder: Api, stopped: Step
) -> None:
    shown = builder.http.get("/operations", params={"limit": 100}).text
    assert stopped.operation_id in shown
    assert leaked(credentials, shown) == set()
