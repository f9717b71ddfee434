"""Many callers at once, each answered by a function process of its own."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.support.api import Api
from tests.support.outside import Outside
from tests.support.steps import Step, adjustment

CALLERS = 50


def run_at_once(api: Api, steps: Sequence[Step]) -> list[httpx.Response]:
    with ThreadPoolExecutor(len(steps)) as callers:
        return list(callers.map(api.run, steps))


def test_fifty_calls_with_one_key_make_one_effect_and_meet_on_one_operation(builder: Api, outside: Outside) -> None:
    step = adjustment()
    answers = run_at_once(builder, [step] * CALLERS)
    assert {answer.json()["operation_id"] for answer in answers} == {step.operation_id}
    assert {answer.status_code for answer in answers} <= {200, 202}
    assert ["Idempotent-Replayed" in answer.headers for answer in answers].count(False) == 1
    assert builder.finish(step).status_code == 200
    assert (outside.effects(step), len(outside.sent(step))) == (1, 1)


def test_fifty_calls_with_keys_of_their_own_make_fifty_effects(builder: Api, outside: Outside) -> None:
    steps = [adjustment() for _ in range(CALLERS)]
    answers = run_at_once(builder, steps)
    assert [answer.status_code for answer in answers] == [200] * CALLERS
    assert [answer.json()["operation_id"] for answer in answers] == [step.operation_id for step in steps]
    assert [outside.effects(step) for step in steps] == [1] * CALLERS
