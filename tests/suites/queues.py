"""Both queues as a test sees them: what was sent, with what delay, and what can be received now."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from oncestep.adapters.sqs_queue import Message, SqsQueue, load
from oncestep.application.ports import Queue
from tests.support.fakes import FakeClock, MemoryQueue
from tests.support.moto import aws, client, create_queue


class Desk(Protocol):
    """A queue and a look behind it."""

    @property
    def queue(self) -> Queue:
        """The queue."""

    def receive(self) -> Message | None:
        """The next message that is visible now."""

    def delays(self) -> list[int]:
        """The delays of what was sent, in seconds."""

    def break_down(self) -> None:
        """From now on the queue takes nothing."""


@dataclass
class MemoryDesk:
    clock: FakeClock = field(default_factory=FakeClock)

    def __post_init__(self) -> None:
        self.queue = MemoryQueue(self.clock)

    def receive(self) -> Message | None:
        delivery = self.queue.receive()
        return delivery.message if delivery else None

    def delays(self) -> list[int]:
        return [(delivery.visible_at - self.clock.now()) // 1000 for delivery in self.queue.waiting]

    def break_down(self) -> None:
        self.queue.unavailable = True


class SqsDesk:
    def __init__(self, url: str) -> None:
        self.url = url
        self.sent: list[int] = []
        self.queue = SqsQueue(client("sqs"), client("sqs"), url)

    def record(self, params: dict[str, Any], **_: object) -> None:
        self.sent.append(params["DelaySeconds"])

    def receive(self) -> Message | None:
        received = client("sqs").receive_message(QueueUrl=self.url).get("Messages", [])
        return load(received[0]["Body"]) if received else None

    def delays(self) -> list[int]:
        return self.sent

    def break_down(self) -> None:
        client("sqs").delete_queue(QueueUrl=self.url)


@contextmanager
def sqs_desk() -> Iterator[SqsDesk]:
    with aws():
        desk = SqsDesk(create_queue())
        events = client("sqs").meta.events
        events.register("provide-client-params.sqs.SendMessage", desk.record)
        yield desk
        events.unregister("provide-client-params.sqs.SendMessage", desk.record)
