"""The real dead-letter queue, through the API calls that the AWS console makes."""

import json
from collections.abc import Sequence
from typing import Any

from cli.local.environment import session
from cli.local.stack_file import Stack
from tests.support.patience import until
from tests.support.steps import Step

LONG_ENOUGH_TO_READ_ALL = 30


class DeadLetters:
    """All tests of a stack share the one queue: each looks at its own operation."""

    def __init__(self, stack: Stack) -> None:
        self._sqs: Any = session().client("sqs", endpoint_url=stack.aws_endpoint_url)
        self._url = stack.dead_letter_queue_url
        attributes = self._sqs.get_queue_attributes(QueueUrl=self._url, AttributeNames=["QueueArn"])
        self._arn = attributes["Attributes"]["QueueArn"]

    def of(self, step: Step) -> Sequence[dict[str, Any]]:
        """The dead letters of an operation."""
        bodies = [json.loads(letter) for letter in self.bodies()]
        return [body for body in bodies if body["operation_id"] == step.operation_id]

    def wait_for(self, step: Step, *, round_: int = 1) -> dict[str, Any]:
        """The dead letter of an operation's round, once it is the only one of that operation."""
        letters = until(lambda: self.of(step), lambda found: [letter["round"] for letter in found] == [round_])
        return letters[0]

    def bodies(self) -> Sequence[str]:
        """All of them as text; they are hidden while they are read, and put back."""
        messages = list[dict[str, Any]]()
        while received := self._receive():
            messages += received
        for message in messages:
            self._put_back(message)
        return [message["Body"] for message in messages]

    def redrive(self) -> None:
        """Send everything back to the queue that it came from, and return when it is there."""
        self._sqs.start_message_move_task(SourceArn=self._arn)
        until(self._newest_task, lambda task: task["Status"] == "COMPLETED")

    def _newest_task(self) -> dict[str, Any]:
        tasks = self._sqs.list_message_move_tasks(SourceArn=self._arn)
        return dict(tasks["Results"][0])

    def _receive(self) -> list[dict[str, Any]]:
        received = self._sqs.receive_message(
            QueueUrl=self._url, MaxNumberOfMessages=10, VisibilityTimeout=LONG_ENOUGH_TO_READ_ALL
        )
        return list(received.get("Messages", []))

    def _put_back(self, message: dict[str, Any]) -> None:
        handle = message["ReceiptHandle"]
        self._sqs.change_message_visibility(QueueUrl=self._url, ReceiptHandle=handle, VisibilityTimeout=0)
