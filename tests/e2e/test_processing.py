"""What a caller is answered while the step is still under way."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import httpx
import pytest

from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.outside import Outside
from tests.support.patience import PATIENCE
from tests.support.problems import problem_in
from tests.support.steps import Step, message


@dataclass(frozen=True, slots=True)
class Held:
    """A step whose provider does not answer before `release`, and what its first caller will be answered."""

    step: Step
    first: "Future[httpx.Response]"
    outside: Outside
    fault: str

    def release(self) -> None:
        self.outside.faults.release(self.fault)


@pytest.fixture
def held(builder: Api, outside: Outside) -> Iterator[Held]:
    step = message()
    fault = outside.strike(step, "hold")
    with ThreadPoolExecutor(1) as caller:
        held = Held(step, caller.submit(builder.run, step), outside, fault)
        outside.faults.wait_for(lambda entry: entry.fault_id == fault, timeout=PATIENCE)
        yield held
        held.release()


def test_a_repeat_in_flight_is_told_where_to_ask_and_when(held: Held, builder: Api, stack: Stack) -> None:
    repeat = builder.run(held.step)
    assert (repeat.status_code, repeat.json()["state"]) == (202, "in_flight")
    assert repeat.json()["operation_id"] == held.step.operation_id
    assert repeat.headers["Location"] == f"{stack.api_url}/v1/operations/{held.step.operation_id}/result"
    assert int(repeat.headers["Retry-After"]) >= 1
    assert repeat.headers["Idempotent-Replayed"] == "true"


def test_a_strict_repeat_in_flight_is_a_conflict(held: Held, builder: Api) -> None:
    problem = problem_in(builder.run(held.step, prefer="handling=strict"))
    assert (problem.status, problem.code, problem.retryable) == (409, "still_processing", True)
    about = {"operation_id": held.step.operation_id, "idempotency_key": held.step.key}
    assert problem.rest == {**about, "replayed": True}


def test_a_repeat_that_waits_gets_the_first_caller_s_answer(held: Held, builder: Api, outside: Outside) -> None:
    assert builder.run(held.step, prefer="wait=0").status_code == 202
    held.release()
    repeat = builder.run(held.step, prefer="wait=20")
    assert (repeat.status_code, repeat.json()) == (200, {**held.first.result().json(), "replayed": True})
    assert outside.effects(held.step) == 1


def test_the_operation_in_flight_can_be_looked_at(held: Held, builder: Api) -> None:
    operation = builder.show(held.step)
    assert (operation["status"], operation["state"], operation["outcome"]) == ("processing", "in_flight", None)


def test_a_queued_step_ends_at_its_location(builder: Api, outside: Outside, stack: Stack) -> None:
    step = message()
    queued = builder.run(step, prefer="respond-async")
    assert (queued.status_code, queued.json()["status"]) == (202, "processing")
    assert queued.headers["Location"] == f"{stack.api_url}/v1/operations/{step.operation_id}/result"
    assert int(queued.headers["Retry-After"]) >= 1
    assert "Idempotent-Replayed" not in queued.headers
    ended = builder.http.get(queued.headers["Location"], params={"wait": 25})
    assert (ended.status_code, ended.json()["remote_id"][:4]) == (200, "msg_")
    assert outside.effects(step) == 1


def test_a_caller_who_does_not_wait_is_told_at_once_that_an_answer_was_lost(builder: Api, outside: Outside) -> None:
    step = message()
    outside.strike(step, "answer_lost")
    answer = builder.run(step, prefer="wait=0")
    assert (answer.status_code, answer.json()["state"]) == (202, "unknown")
    assert builder.settled(step)["state"] == "confirmed"
    assert outside.effects(step) == 1
