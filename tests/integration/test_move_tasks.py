"""Message move tasks on the embedded AWS behave as on AWS, seen through boto3."""

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from botocore.exceptions import ClientError

from cli.local.environment import session
from tests.support.emulator import running_emulator

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.literals import QueueAttributeNameType
    from mypy_boto3_sqs.type_defs import ListMessageMoveTasksResultEntryTypeDef, MessageTypeDef

TRACE = "Root=1-67891233-abcdef012345678912345678"


@pytest.fixture(scope="module")
def sqs(tmp_path_factory: pytest.TempPathFactory) -> Iterator["SQSClient"]:
    with running_emulator(tmp_path_factory.mktemp("emulator") / "stack") as endpoint:
        client = session().client("sqs", endpoint_url=endpoint)
        yield client
        client.close()


class Pair:
    """A queue and its dead-letter queue, named after the test."""

    def __init__(self, sqs: "SQSClient", name: str) -> None:
        self.sqs = sqs
        self.dead_letters = Queue(sqs, f"{name}-dead")
        self.source = Queue(sqs, name, dead_letters=self.dead_letters)

    def start(self, **options: object) -> str:
        request = {"SourceArn": self.dead_letters.arn, **options}
        return self.sqs.start_message_move_task(**request)["TaskHandle"]  # type: ignore[arg-type]

    def tasks(self, at_most: int = 10) -> "list[ListMessageMoveTasksResultEntryTypeDef]":
        listed = self.sqs.list_message_move_tasks(SourceArn=self.dead_letters.arn, MaxResults=at_most)
        return listed["Results"]

    def finished_task(self) -> "ListMessageMoveTasksResultEntryTypeDef":
        deadline = time.monotonic() + 10
        while (task := self.tasks()[0])["Status"] == "RUNNING":
            assert time.monotonic() < deadline, "the task does not end"
            time.sleep(0.02)
        return task


class Queue:
    def __init__(self, sqs: "SQSClient", name: str, dead_letters: "Queue | None" = None) -> None:
        self.sqs = sqs
        attributes: dict[QueueAttributeNameType, str] = {"VisibilityTimeout": "0"}
        if dead_letters:
            policy = {"deadLetterTargetArn": dead_letters.arn, "maxReceiveCount": 1}
            attributes["RedrivePolicy"] = json.dumps(policy)
        self.url = sqs.create_queue(QueueName=name, Attributes=attributes)["QueueUrl"]
        answer = sqs.get_queue_attributes(QueueUrl=self.url, AttributeNames=["QueueArn"])
        self.arn: str = answer["Attributes"]["QueueArn"]

    def send(self, *bodies: str) -> None:
        for body in bodies:
            self.sqs.send_message(QueueUrl=self.url, MessageBody=body)

    def send_and_fail(self, *bodies: str) -> None:
        """Sends, receives once without deleting, and lets the redrive policy move the messages."""
        self.send(*bodies)
        self.fail()

    def fail(self) -> None:
        while self.received():
            pass

    def received(self) -> "list[MessageTypeDef]":
        answer = self.sqs.receive_message(
            QueueUrl=self.url,
            MaxNumberOfMessages=10,
            MessageAttributeNames=["All"],
            MessageSystemAttributeNames=["All"],
            VisibilityTimeout=0,
        )
        return answer.get("Messages", [])

    def bodies(self) -> list[str]:
        return sorted(message["Body"] for message in self.received())


@pytest.fixture
def pair(sqs: "SQSClient", request: pytest.FixtureRequest) -> Pair:
    return Pair(sqs, request.node.name.removeprefix("test_")[:70])


def code_of(failure: pytest.ExceptionInfo[ClientError]) -> str:
    return failure.value.response["Error"]["Code"]


def test_messages_come_home(pair: Pair) -> None:
    pair.source.send_and_fail("one", "two", "three")
    pair.start()
    task = pair.finished_task()
    assert task["Status"] == "COMPLETED"
    assert task["ApproximateNumberOfMessagesMoved"] == 3
    assert task["ApproximateNumberOfMessagesToMove"] == 3
    assert pair.source.bodies() == ["one", "three", "two"]


def test_a_message_keeps_its_attributes_and_gets_a_new_id(pair: Pair, sqs: "SQSClient") -> None:
    sent = sqs.send_message(
        QueueUrl=pair.source.url,
        MessageBody="body",
        MessageAttributes={"kind": {"DataType": "String", "StringValue": "final"}},
        MessageSystemAttributes={"AWSTraceHeader": {"DataType": "String", "StringValue": TRACE}},
    )
    pair.source.fail()
    pair.start()
    pair.finished_task()
    (moved,) = pair.source.received()
    assert moved["MessageAttributes"]["kind"]["StringValue"] == "final"
    assert moved["Attributes"]["AWSTraceHeader"] == TRACE
    assert moved["Attributes"]["ApproximateReceiveCount"] == "1"
    assert moved["MessageId"] != sent["MessageId"]


def test_each_message_returns_to_the_queue_that_it_came_from(pair: Pair, sqs: "SQSClient") -> None:
    other = Queue(sqs, "another-source", dead_letters=pair.dead_letters)
    pair.source.send_and_fail("mine")
    other.send_and_fail("theirs")
    pair.start()
    pair.finished_task()
    assert pair.source.bodies() == ["mine"]
    assert other.bodies() == ["theirs"]


def test_a_named_destination_takes_every_message(pair: Pair, sqs: "SQSClient") -> None:
    elsewhere = Queue(sqs, "elsewhere")
    pair.source.send_and_fail("failed")
    pair.dead_letters.send("sent straight")
    pair.start(DestinationArn=elsewhere.arn)
    assert pair.finished_task()["DestinationArn"] == elsewhere.arn
    assert elsewhere.bodies() == ["failed", "sent straight"]


def test_a_message_that_was_sent_straight_to_the_dead_letters_has_no_home(pair: Pair) -> None:
    pair.dead_letters.send("homeless")
    pair.start()
    task = pair.finished_task()
    assert task["Status"] == "FAILED"
    assert task["FailureReason"] == "CouldNotDetermineMessageSource"
    assert pair.dead_letters.bodies() == ["homeless"]


def test_a_task_keeps_to_its_velocity(pair: Pair) -> None:
    pair.source.send_and_fail("one", "two", "three", "four")
    started = time.monotonic()
    pair.start(MaxNumberOfMessagesPerSecond=10)
    assert pair.finished_task()["ApproximateNumberOfMessagesMoved"] == 4
    assert time.monotonic() - started >= 0.3


def test_a_cancelled_task_moves_no_more(pair: Pair, sqs: "SQSClient") -> None:
    pair.source.send_and_fail("one", "two")
    handle = pair.start(MaxNumberOfMessagesPerSecond=1)
    while not pair.source.received():
        time.sleep(0.01)
    assert sqs.cancel_message_move_task(TaskHandle=handle)["ApproximateNumberOfMessagesMoved"] == 1
    assert pair.finished_task()["Status"] == "CANCELLED"
    with pytest.raises(ClientError) as refused:
        sqs.cancel_message_move_task(TaskHandle=handle)
    assert code_of(refused) == "ResourceNotFoundException"


def test_a_queue_has_one_task_at_a_time(pair: Pair) -> None:
    pair.source.send_and_fail("one", "two")
    pair.start(MaxNumberOfMessagesPerSecond=1)
    with pytest.raises(ClientError, match="Only one active task is allowed") as refused:
        pair.start()
    assert code_of(refused) == "InvalidParameterValue"


def test_only_a_running_task_shows_its_handle(pair: Pair) -> None:
    pair.source.send_and_fail("one", "two")
    handle = pair.start(MaxNumberOfMessagesPerSecond=5)
    assert pair.tasks()[0]["TaskHandle"] == handle
    assert "TaskHandle" not in pair.finished_task()


def test_tasks_are_listed_newest_first(pair: Pair) -> None:
    for velocity in (100, 200, 300):
        pair.start(MaxNumberOfMessagesPerSecond=velocity)
        pair.finished_task()
    assert [task["MaxNumberOfMessagesPerSecond"] for task in pair.tasks(at_most=2)] == [300, 200]


def test_a_queue_that_is_nobodys_dead_letter_queue_is_refused(pair: Pair, sqs: "SQSClient") -> None:
    with pytest.raises(ClientError, match="must be configured as a Dead Letter Queue") as refused:
        sqs.start_message_move_task(SourceArn=pair.source.arn)
    assert code_of(refused) == "InvalidParameterValue"


@pytest.mark.parametrize("parameter", ["SourceArn", "DestinationArn"])
def test_an_unknown_queue_is_not_found(sqs: "SQSClient", parameter: str) -> None:
    pair = Pair(sqs, f"unknown-{parameter}")
    with pytest.raises(ClientError, match=parameter) as refused:
        pair.start(**{parameter: f"{pair.dead_letters.arn}-unknown"})
    assert code_of(refused) == "ResourceNotFoundException"


def test_messages_cannot_be_moved_to_where_they_are(pair: Pair) -> None:
    with pytest.raises(ClientError, match="cannot be the same"):
        pair.start(DestinationArn=pair.dead_letters.arn)


@pytest.mark.parametrize("velocity", [0, 501])
def test_a_velocity_out_of_range_is_refused(sqs: "SQSClient", velocity: int) -> None:
    with pytest.raises(ClientError, match="between 1 and 500"):
        Pair(sqs, f"velocity-{velocity}").start(MaxNumberOfMessagesPerSecond=velocity)
