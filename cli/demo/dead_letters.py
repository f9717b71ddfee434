"""The operator's part of the demo: find the poison order in the dead-letter queue, and redrive it after the mend."""

import time
from typing import Any

from cli.local.environment import session
from cli.local.stack_file import Stack

PATIENCE = 60.0


class DeadLetters:
    """The stack's dead-letter queue, through the same API calls that the AWS console makes."""

    def __init__(self, stack: Stack) -> None:
        self._sqs: Any = session().client("sqs", endpoint_url=stack.aws_endpoint_url)
        self._queue_url = stack.dead_letter_queue_url

    def wait_for(self, count: int) -> None:
        """Wait until so many messages are there.

        Raises:
            TimeoutError: they do not come.

        """
        until = time.monotonic() + PATIENCE
        while (found := self._attribute("ApproximateNumberOfMessages")) < count:
            if time.monotonic() > until:
                raise TimeoutError(f"{found} dead letters, where {count} were expected")
            time.sleep(0.5)

    def redrive(self) -> None:
        """What the console calls "Start DLQ redrive": everything goes back to the queue that it came from."""
        attributes = self._sqs.get_queue_attributes(QueueUrl=self._queue_url, AttributeNames=["QueueArn"])
        self._sqs.start_message_move_task(SourceArn=attributes["Attributes"]["QueueArn"])

    @property
    def count(self) -> int:
        """How many there are now."""
        return self._attribute("ApproximateNumberOfMessages")

    def _attribute(self, name: str) -> int:
        answer = self._sqs.get_queue_attributes(QueueUrl=self._queue_url, AttributeNames=[name])
        return int(answer["Attributes"][name])
