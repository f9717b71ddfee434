"""What a caller is answered when the step has happened, now or before."""

import json
import secrets

from tests.support.api import Api
from tests.support.outside import Outside
from tests.support.steps import adjustment, message


def test_a_step_that_happened_answers_with_the_provider_s_result(builder: Api) -> None:
    step = adjustment()
    answer = builder.run(step, correlation_id="run-1")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")
    body = answer.json()
    result = body.pop("result")
    assert body == {
        "operation_id": step.operation_id,
        "status": "succeeded",
        "state": "confirmed",
        "action": "inventory.adjust",
        "idempotency_key": step.key,
        "correlation_id": "run-1",
        "replayed": False,
        "provider_status": 201,
        "remote_id": result["id"],
        "truncated": False,
    }
    assert (result["sku"], result["delta"], result["reference"]) == ("sku-book", -1, step.operation_id)


def test_a_repeat_gets_the_same_answer_and_says_so(builder: Api, outside: Outside) -> None:
    step = message()
    first, second = builder.run(step), builder.run(step)
    assert second.json() == {**first.json(), "replayed": True}
    assert "Idempotent-Replayed" not in first.headers
    assert second.headers["Idempotent-Replayed"] == "true"
    assert (outside.effects(step), len(outside.sent(step))) == (1, 1)


def test_the_result_is_what_a_repeat_would_be_answered(builder: Api) -> None:
    step = message()
    builder.run(step)
    result, repeat = builder.http.get(f"/operations/{step.operation_id}/result"), builder.run(step)
    assert (result.status_code, result.json()) == (200, repeat.json())


def test_the_same_input_in_other_words_is_a_repeat(builder: Api) -> None:
    """Tools reorder fields, send numbers as text, and add what they like to a call."""
    step = adjustment()
    first = builder.run(step)
    reworded = {"input": {"delta": "-1", "sku": "sku-book"}, "idempotency_key": f" {step.key} ", "source_event": "e-2"}
    second = builder.http.post(step.path, content=json.dumps(reworded, indent=4))
    assert (second.status_code, second.json()) == (200, {**first.json(), "replayed": True})


def test_the_key_may_come_in_the_header_bare_or_quoted(builder: Api, outside: Outside) -> None:
    step = adjustment()
    answers = [
        builder.http.post(step.path, json={"input": step.value}, headers={"Idempotency-Key": header})
        for header in (step.key, f'"{step.key}"')
    ]
    assert [answer.json()["operation_id"] for answer in answers] == [step.operation_id] * 2
    assert outside.effects(step) == 1


def test_a_key_may_be_any_text_or_a_number_and_has_one_form(builder: Api, outside: Outside) -> None:
    number = secrets.randbelow(10**12)
    forms: list[tuple[str, list[object]]] = [
        (
            f"Bestellung-\N{LATIN CAPITAL LETTER A WITH DIAERESIS}{number}",
            [f"Bestellung-A\N{COMBINING DIAERESIS}{number}"],
        ),
        (str(number), [number, float(number)]),
    ]
    for key, others in forms:
        step = adjustment(key=key)
        answers = [
            builder.http.post(step.path, json={"input": step.value, "idempotency_key": form}) for form in (key, *others)
        ]
        assert {answer.json()["operation_id"] for answer in answers} == {step.operation_id}
        assert {answer.json()["idempotency_key"] for answer in answers} == {key}
        assert outside.effects(step) == 1


def test_a_body_too_large_for_its_row_is_sent_whole_and_its_answer_given_whole(builder: Api, outside: Outside) -> None:
    step = message(secrets.token_hex(100_000))
    first, second = builder.run(step), builder.run(step)
    assert first.json()["result"]["text"] == second.json()["result"]["text"] == step.value["text"]
    assert json.loads(outside.sent(step)[0].body) == step.value


def test_the_whole_operation_shows_its_one_attempt(builder: Api) -> None:
    step = message()
    builder.run(step, correlation_id="run-2", source_event="evt-2")
    operation = builder.show(step)
    assert (operation["operation_id"], operation["client"]) == (step.operation_id, "demo")
    assert (operation["correlation_id"], operation["source_event"]) == ("run-2", "evt-2")
    assert [attempt["result"] for attempt in operation["attempts"]] == ["confirmed"]
    assert json.loads(operation["input"]) == {**step.value, "text": "***"}
