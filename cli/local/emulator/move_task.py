"""One message move task: brings the messages of a dead-letter queue home, one by one."""

import asyncio
import base64
import json
import time
import uuid
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from cli.local.emulator.aws_error import AwsError
from cli.local.emulator.queues import Queues


class MoveStatus(StrEnum):
    RUNNING = "RUNNING"
    COMPLETED = "COMPLETED"
    CANCELLED = "CANCELLED"
    FAILED = "FAILED"


@dataclass(slots=True)
class MoveTask:
    queues: Queues
    source_arn: str
    source_url: str
    destination_arn: str | None
    per_second: int | None
    to_move: int
    status: MoveStatus = MoveStatus.RUNNING
    moved: int = 0
    failure: str | None = None
    started_at: float = field(default_factory=time.time)
    handle: str = ""

    def __post_init__(self) -> None:
        identity = {"taskId": str(uuid.uuid4()), "sourceArn": self.source_arn}
        self.handle = base64.b64encode(json.dumps(identity).encode()).decode()

    async def run(self) -> None:
        """Moves until the queue is empty, somebody cancels, or a message cannot be moved."""
        try:
            while self.status is MoveStatus.RUNNING and await self._move_next():
                await self._pause()
        except AwsError as error:
            self._fail(error.code)
        if self.status is MoveStatus.RUNNING:
            self.status = MoveStatus.COMPLETED

    async def _pause(self) -> None:
        await asyncio.sleep(1 / self.per_second if self.per_second else 0)

    async def _move_next(self) -> bool:
        message = await self.queues.receive_one(self.source_url)
        if message is None:
            return False
        try:
            await self._move(message)
        except AwsError:
            await self.queues.put_back(self.source_url, message)
            raise
        return True

    async def _move(self, message: dict[str, Any]) -> None:
        destination = await self.queues.url_of(self._destination_of(message))
        await self.queues.send_copy(destination, message)
        await self.queues.delete(self.source_url, message)
        self.moved += 1

    def _destination_of(self, message: dict[str, Any]) -> str:
        """AWS knows a message's home only if a redrive policy moved it here, not if it was sent here."""
        arn = self.destination_arn or message.get("Attributes", {}).get("DeadLetterQueueSourceArn")
        if arn is None:
            raise AwsError("CouldNotDetermineMessageSource", "the message was sent straight to this queue")
        return str(arn)

    def _fail(self, reason: str) -> None:
        self.status = MoveStatus.FAILED
        self.failure = reason

    def entry(self) -> dict[str, Any]:
        """The task as ListMessageMoveTasks shows it: only a running task has a handle."""
        shown = {
            "TaskHandle": self.handle if self.status is MoveStatus.RUNNING else None,
            "Status": self.status.value,
            "SourceArn": self.source_arn,
            "DestinationArn": self.destination_arn,
            "MaxNumberOfMessagesPerSecond": self.per_second,
            "ApproximateNumberOfMessagesMoved": self.moved,
            "ApproximateNumberOfMessagesToMove": self.to_move,
            "FailureReason": self.failure,
            "StartedTimestamp": int(self.started_at * 1000),
        }
        return {name: value for name, value in shown.items() if value is not None}
