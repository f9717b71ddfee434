"""What a caller is told about an operation, in every state that it can be in."""

import json
from dataclasses import replace
from itertools import product

import pytest

from oncestep.domain.documents import DEEPEST_ANSWER
from oncestep.domain.errors import StillProcessing
from oncestep.domain.operation import Entry, EntryKind, Operation, StoredOutcome
from oncestep.domain.outcomes import Document
from oncestep.domain.states import Attention, State
from oncestep.runtime.answers import FIRST_PART, LARGEST_RESULT, LONGEST_PAUSE, Asked, answer, moment, result_of
from oncestep.runtime.problems import MEDIA_TYPE
from tests.suites.rows import bare
from tests.support.fakes import START

ASKED = Asked("op_bare", "order-1", "https://oncestep.example", "/v1/operations/op_bare/result", START)
REPEATED = ASKED._replace(replayed=True)
THING = StoredOutcome(201, Document.of_json({"id": "thing-1"}), "thing-1")
REFUSAL = StoredOutcome(402, Document.of_json({"error": "declined"}), None, "declined", "The card was declined.")
STOPPED = Entry(START, EntryKind.STOPPED, detail="no_lookup: nobody can be asked")
LATE = Entry(START + 1, EntryKind.LATE_EVIDENCE, detail="attempt 1: unknown")


def in_state(state: State, **fields: object) -> Operation:
    return replace(bare(), state=state, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(("state", "attention"), list(product(State, [None, *Attention])))
@pytest.mark.parametrize("asked", [ASKED, REPEATED])
def test_no_answer_about_an_operation_makes_a_tool_send_again_by_itself(
    state: State, attention: Attention | None, asked: Asked
) -> None:
    response = answer(in_state(state, attention=attention), asked)
    assert response.status in {200, 202, 424}
    assert response.body["operation_id"] == "op_bare"


def test_a_confirmed_operation_is_a_success_with_its_result() -> None:
    response = answer(in_state(State.CONFIRMED, outcome=THING, correlation_id="run-1"), ASKED)
    assert (response.status, response.headers) == (200, {})
    assert response.body == {
        "operation_id": "op_bare",
        "status": "succeeded",
        "state": "confirmed",
        "action": "shop.order",
        "idempotency_key": "order-1",
        "correlation_id": "run-1",
        "replayed": False,
        "provider_status": 201,
        "remote_id": "thing-1",
        "result": {"id": "thing-1"},
        "truncated": False,
    }


@pytest.mark.parametrize("state", [State.ACCEPTED, State.IN_FLIGHT, State.UNKNOWN])
def test_an_operation_under_way_says_where_and_when_to_ask_again(state: State) -> None:
    response = answer(in_state(state), ASKED)
    assert (response.status, response.body["status"]) == (202, "processing")
    assert response.headers == {
        "Location": "https://oncestep.example/v1/operations/op_bare/result",
        "Retry-After": "1",
    }


@pytest.mark.parametrize(
    ("wait", "seconds"),
    [(-5_000, 1), (0, 1), (1, 1), (1_000, 1), (1_001, 2), (29_001, 30), (900_000, LONGEST_PAUSE)],
)
def test_the_time_to_wait_is_told_in_whole_seconds_and_not_too_many(wait: int, seconds: int) -> None:
    response = answer(in_state(State.ACCEPTED, next_at=START + wait), ASKED)
    assert response.headers["Retry-After"] == str(seconds)


@pytest.mark.parametrize("state", [State.CONFIRMED, State.ACCEPTED, State.REJECTED])
def test_a_repeat_is_marked_as_one(state: State) -> None:
    assert answer(in_state(state), REPEATED).headers["Idempotent-Replayed"] == "true"
    assert answer(in_state(state), REPEATED).body["replayed"] is True
    assert "Idempotent-Replayed" not in answer(in_state(state), ASKED).headers
    assert answer(in_state(state), ASKED).body["replayed"] is False


def test_strict_handling_turns_a_repeat_in_flight_into_a_refusal_and_nothing_else() -> None:
    with pytest.raises(StillProcessing):
        answer(in_state(State.IN_FLIGHT), REPEATED._replace(strict=True))
    assert answer(in_state(State.IN_FLIGHT), ASKED._replace(strict=True)).status == 202
    assert answer(in_state(State.CONFIRMED), REPEATED._replace(strict=True)).status == 200
    assert answer(in_state(State.REJECTED), REPEATED._replace(strict=True)).status == 424


def test_what_the_provider_refused_is_told_with_its_words() -> None:
    response = answer(in_state(State.REJECTED, outcome=REFUSAL), ASKED)
    assert (response.status, response.media_type) == (424, MEDIA_TYPE)
    assert response.body == {
        "type": "urn:oncestep:problem:provider_rejected",
        "title": "The provider refused the request",
        "status": 424,
        "detail": "The card was declined.",
        "instance": "/v1/operations/op_bare/result",
        "retryable": False,
        "operation_id": "op_bare",
        "operation_status": "failed",
        "state": "rejected",
        "action": "shop.order",
        "idempotency_key": "order-1",
        "replayed": False,
        "provider_status": 402,
        "provider_code": "declined",
        "provider_message": "The card was declined.",
        "result": {"error": "declined"},
        "truncated": False,
    }


@pytest.mark.parametrize("history", [(STOPPED,), (STOPPED, LATE)], ids=["the last event", "evidence came later"])
def test_a_stop_is_told_with_its_reason(history: tuple[Entry, ...]) -> None:
    body = answer(in_state(State.UNKNOWN, attention=Attention.NO_LOOKUP, history=history), ASKED).body
    assert (body["operation_status"], body["attention"]) == ("needs_input", "no_lookup")
    assert body["detail"].startswith("no_lookup: nobody can be asked; an operator can")


def test_a_dismissal_is_told_with_its_reason() -> None:
    history = (STOPPED, Entry(START, EntryKind.DISMISSED, "Olga", "paid in cash"), LATE)
    assert answer(in_state(State.DISMISSED, history=history), ASKED).body["detail"].endswith(": paid in cash")


def test_the_answer_of_a_successor_says_whose_it_is() -> None:
    response = answer(replace(bare("op_next"), state=State.CONFIRMED, outcome=THING), REPEATED)
    assert (response.body["operation_id"], response.body["superseded_by"]) == ("op_bare", "op_next")


def test_a_caller_of_an_operation_whose_successor_is_under_way_asks_for_the_old_one_again() -> None:
    response = answer(bare("op_next"), REPEATED)
    assert response.headers["Location"].endswith("/op_bare/result")


@pytest.mark.parametrize(
    ("content", "result"),
    [
        (b'{"a": 1}', {"a": 1}),
        (b"null", None),
        (b"plain", "plain"),
        (b"", ""),
        (b"\xff{", "\N{REPLACEMENT CHARACTER}{"),
        (b'{"a": NaN}', '{"a": NaN}'),
        (b"1e999", "1e999"),
    ],
)
def test_a_body_is_json_or_text(content: bytes, result: object) -> None:
    assert result_of(Document(content)) == {"result": result, "truncated": False}


@pytest.mark.parametrize(
    "content",
    [
        b'"' + b"a" * LARGEST_RESULT + b'"',
        b"\xff" * (LARGEST_RESULT // 6 + 1),
        b"[" + b"1111111," * (LARGEST_RESULT // 8) + b"1]",
    ],
    ids=["text", "no text", "a list"],
)
def test_a_body_that_no_answer_can_hold_is_cut(content: bytes) -> None:
    cut = result_of(Document(content))
    assert cut == {"result": content[:FIRST_PART].decode("utf-8", "replace"), "truncated": True}


def test_the_largest_answer_is_one_that_lambda_takes() -> None:
    content = json.dumps('"' * (LARGEST_RESULT // 2 - 1)).encode()
    raw = answer(in_state(State.CONFIRMED, outcome=StoredOutcome(200, Document(content))), ASKED).for_gateway()
    assert json.loads(raw["body"])["truncated"] is False
    assert LARGEST_RESULT < len(json.dumps(raw)) < 6_000_000


def test_moments_are_told_in_rfc_3339() -> None:
    assert moment(START + 5) == "2027-01-15T08:00:00.005+00:00"
    assert moment(None) is None


@pytest.mark.parametrize("levels", [DEEPEST_ANSWER, DEEPEST_ANSWER + 1, 900, 1_500])
def test_a_body_that_nests_too_deep_to_be_written_again_is_text(levels: int) -> None:
    content = b"[" * levels + b"]" * levels
    raw = answer(in_state(State.CONFIRMED, outcome=StoredOutcome(200, Document(content))), ASKED).for_gateway()
    assert isinstance(json.loads(raw["body"])["result"], str) is (levels > DEEPEST_ANSWER)


def test_a_body_that_was_not_fetched_is_not_shown_as_if_it_were_empty() -> None:
    assert result_of(Document(b"", blob="op_bare/digest")) == {"result": "", "truncated": True}
