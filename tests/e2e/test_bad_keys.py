"""A call without one proper idempotency key is refused before anything is stored or sent."""

import pytest

from tests.support.api import Api
from tests.support.problems import problem_in
from tests.support.steps import adjustment

pytestmark = pytest.mark.usefixtures("untouched")

STEP = adjustment()


@pytest.mark.parametrize(
    ("fields", "detail"),
    [
        ({}, "an idempotency key is required"),
        ({"idempotency_key": ""}, "is empty"),
        ({"idempotency_key": "  "}, "is empty"),
        ({"idempotency_key": "k" * 256}, "has 256 characters; 255 is the most"),
        ({"idempotency_key": "order\n1"}, "holds a control character, U+000A"),
        ({"idempotency_key": "order\u2028" + "1"}, "holds a line separator, U+2028"),
        ({"idempotency_key": True}, "must be text or a number, not a boolean"),
    ],
)
def test_a_bad_key_in_the_body_is_refused_with_what_is_wrong(
    builder: Api, fields: dict[str, object], detail: str
) -> None:
    problem = problem_in(builder.http.post(STEP.path, json={"input": STEP.value, **fields}))
    assert (problem.status, problem.code) == (400, "invalid_idempotency_key")
    assert (problem.title, problem.retryable) == ("The idempotency key is missing or invalid", False)
    assert detail in problem.detail


@pytest.mark.parametrize(
    ("values", "field", "detail"),
    [
        (["one", "other"], None, "the Idempotency-Key header"),
        (["one, other"], None, "holds a comma"),
        ([""], None, "is empty"),
        (['"one""other"'], None, "more than one quoted string"),
        (["one;x=1"], None, "quote the key"),
        (['"one'], None, "a quote that is not closed"),
        (["one"], "other", "the Idempotency-Key header and the idempotency_key field differ"),
    ],
)
def test_a_bad_header_is_refused_with_what_is_wrong(
    builder: Api, values: list[str], field: str | None, detail: str
) -> None:
    body = {"input": STEP.value} if field is None else {"input": STEP.value, "idempotency_key": field}
    headers = [("Idempotency-Key", value) for value in values]
    problem = problem_in(builder.http.post(STEP.path, json=body, headers=headers))
    assert (problem.status, problem.code) == (400, "invalid_idempotency_key")
    assert detail in problem.detail
