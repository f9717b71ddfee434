"""Credentials are in Secrets Manager, on the wire to their provider, and nowhere else."""

from secrets import token_hex

import pytest

from tests.support.api import Api
from tests.support.begun import Changed
from tests.support.dead_letters import DeadLetters
from tests.support.inside import Inside
from tests.support.steps import Step, message

pytestmark = pytest.mark.usefixtures("changed")
"""Last of all, so that there is much to read."""


@pytest.fixture(scope="module")
def credentials(inside: Inside, changed: Changed) -> set[str]:
    """All that there are, and one that there was."""
    found = inside.credentials() | {changed.old_token}
    assert changed.new_token in found
    return found


def leaked(credentials: set[str], text: str) -> set[str]:
    return {credential for credential in credentials if credential in text}


def test_no_credential_is_in_the_ledger(credentials: set[str], inside: Inside, stopped: Step) -> None:
    text = inside.ledger()
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
