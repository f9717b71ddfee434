"""When SQS took a message but its answer was lost: work is sent again, a final never, since two look like a redrive."""

from collections.abc import Iterator

import boto3
import pytest

from oncestep.adapters.sqs_queue import SqsQueue
from oncestep.application.ports import FinalMessage, QueueUnavailable, WorkMessage
from oncestep.runtime.wiring.clients import ONE_TRY, PATIENT
from tests.suites.faults import answer_lost, sent_by
from tests.support.moto import REGION, aws, client, create_queue


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr("time.sleep", lambda _: None)
    with aws():
        yield create_queue()


def waiting(url: str) -> int:
    name = "ApproximateNumberOfMessages"
    attributes = client("sqs").get_queue_attributes(QueueUrl=url, AttributeNames=[name])["Attributes"]
    return int(attributes[name])


def test_work_is_sent_again(url: str) -> None:
    patient = boto3.client("sqs", region_name=REGION, config=PATIENT)
    with sent_by(patient) as sent, answer_lost(patient, "SendMessage"):
        SqsQueue(patient, patient, url).send_work(WorkMessage("op_abcdefghijklmnopqrstuvwxyz", 1, 0), delay=0)
    assert sent == ["SendMessage", "SendMessage"]
    assert waiting(url) == 2


def test_a_final_is_sent_once(url: str) -> None:
    patient = boto3.client("sqs", region_name=REGION, config=PATIENT)
    one_try = boto3.client("sqs", region_name=REGION, config=ONE_TRY)
    queue = SqsQueue(patient, one_try, url)
    with (
        sent_by(patient) as others,
        sent_by(one_try) as sent,
        answer_lost(one_try, "SendMessage"),
        pytest.raises(QueueUnavailable),
    ):
        queue.send_final(FinalMessage("op_abcdefghijklmnopqrstuvwxyz", 1, 1))
    assert (sent, others) == (["SendMessage"], [])
    assert waiting(url) == 1
