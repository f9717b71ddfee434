from itertools import count

import pytest

from cli.providers.mail.clock import Clock
from cli.providers.mail.keys import Answer, Keys
from cli.providers.refusals import Refusal

REQUEST = {"to": "ann@example.com"}
ANSWER = Answer(201, {"id": "msg_1"})


def test_a_repeat_gets_the_stored_answer() -> None:
    keys = Keys(60, lambda: 0)
    assert keys.claim("k", REQUEST) is None
    keys.store("k", ANSWER)
    assert keys.claim("k", dict(REQUEST)) == ANSWER


@pytest.mark.parametrize(
    ("request_body", "error"),
    [
        (REQUEST, "concurrent_idempotent_requests"),
        ({"to": "bob@example.com"}, "invalid_idempotent_request"),
    ],
)
def test_a_repeat_during_the_first_request_is_refused(request_body: dict[str, object], error: str) -> None:
    keys = Keys(60, lambda: 0)
    keys.claim("k", REQUEST)
    with pytest.raises(Refusal) as refused:
        keys.claim("k", request_body)
    assert (refused.value.status, refused.value.error) == (409, error)


def test_another_body_is_refused_after_the_first_request_too() -> None:
    keys = Keys(60, lambda: 0)
    keys.claim("k", REQUEST)
    keys.store("k", ANSWER)
    with pytest.raises(Refusal, match="another body"):
        keys.claim("k", {})


def test_a_key_is_forgotten_after_its_retention() -> None:
    keys = Keys(2, count().__next__)
    keys.claim("k", REQUEST)
    keys.store("k", ANSWER)
    assert keys.claim("k", REQUEST) == ANSWER
    assert keys.claim("k", REQUEST) is None


def test_an_answer_that_comes_after_a_reset_is_not_stored() -> None:
    keys = Keys(60, lambda: 0)
    keys.claim("k", REQUEST)
    keys.clear()
    keys.store("k", ANSWER)
    assert keys.claim("k", REQUEST) is None


def test_the_clock_can_be_moved_ahead() -> None:
    clock = Clock()
    before = clock.now()
    clock.advance(3600)
    assert clock.now() - before >= 3600
