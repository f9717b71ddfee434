"""What every queue does: it delivers what was sent, not before its time, and says when it takes nothing."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from oncestep.application.ports import FinalMessage, QueueUnavailable, WorkMessage
from tests.suites.queues import Desk, MemoryDesk, sqs_desk

WORK = WorkMessage("op_abcdefghijklmnopqrstuvwxyz", round=2, attempts=3)
FINAL = FinalMessage("op_abcdefghijklmnopqrstuvwxyz", round=2, announcement=4)


@pytest.fixture(params=["memory", "sqs"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    if request.param == "memory":
        yield MemoryDesk()
        return
    with sqs_desk() as sqs:
        yield sqs


def test_work_is_delivered_as_it_was_sent(desk: Desk) -> None:
    desk.queue.send_work(WORK, delay=0)
    assert desk.receive() == WORK


def test_a_final_is_delivered_as_it_was_sent(desk: Desk) -> None:
    desk.queue.send_final(FINAL)
    assert desk.receive() == FINAL


def test_what_is_delayed_is_not_delivered_yet(desk: Desk) -> None:
    desk.queue.send_work(WORK, delay=60_000)
    desk.queue.send_work(replace(WORK, operation_id="op_zyxwvutsrqponmlkjihgfedcba"), delay=0)
    assert desk.receive() == replace(WORK, operation_id="op_zyxwvutsrqponmlkjihgfedcba")
    assert desk.receive() is None


@pytest.mark.parametrize(
    ("milliseconds", "seconds"), [(0, 0), (1, 1), (999, 1), (1_000, 1), (1_001, 2), (899_001, 900), (900_000, 900)]
)
def test_a_delay_is_rounded_up_to_whole_seconds(desk: Desk, milliseconds: int, seconds: int) -> None:
    desk.queue.send_work(WORK, delay=milliseconds)
    assert desk.delays() == [seconds]


def test_a_final_is_never_delayed(desk: Desk) -> None:
    desk.queue.send_final(FINAL)
    assert desk.delays() == [0]


def test_a_message_that_is_not_taken_is_told(desk: Desk) -> None:
    desk.break_down()
    with pytest.raises(QueueUnavailable):
        desk.queue.send_work(WORK, delay=0)
    with pytest.raises(QueueUnavailable):
        desk.queue.send_final(FINAL)
