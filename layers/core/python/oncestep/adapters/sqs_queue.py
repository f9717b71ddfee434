"""The queue on SQS: what our messages look like on the wire, both ways."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from botocore.exceptions import BotoCoreError, ClientError

from oncestep.application.ports import FinalMessage, QueueUnavailable, WorkMessage
from oncestep.domain.identity import OPERATION_ID

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

EVENT_TYPE = "oncestep.operation"
VERSION = 1
_LARGEST = 2**31

Message: TypeAlias = WorkMessage | FinalMessage


class UnreadableMessage(Exception):
    """A message that Oncestep cannot have written, or that only a newer version of it can read."""


class SqsQueue:
    """`Queue` on SQS. `once` is a client whose SDK does not retry: finals are sent with it."""

    def __init__(self, client: "SQSClient", once: "SQSClient", url: str) -> None:
        self._client = client
        self._once = once
        self._url = url

    def send_work(self, message: WorkMessage, *, delay: int) -> None:
        """Send, delayed by whole seconds rounded up; see `Queue`."""
        _send(self._client, self._url, message, delay=-(-delay // 1000))

    def send_final(self, message: FinalMessage) -> None:
        """Send once; see `Queue`."""
        _send(self._once, self._url, message, delay=0)

    def make_visible(self, receipt_handle: str) -> None:
        """Let a failed final come back at once, so that the redrive policy soon has its count."""
        try:
            self._client.change_message_visibility(
                QueueUrl=self._url, ReceiptHandle=receipt_handle, VisibilityTimeout=0
            )
        except (BotoCoreError, ClientError) as error:
            raise QueueUnavailable("the message's visibility cannot be changed") from error


def _send(client: "SQSClient", url: str, message: Message, *, delay: int) -> None:
    try:
        client.send_message(QueueUrl=url, MessageBody=dump(message), DelaySeconds=delay)
    except (BotoCoreError, ClientError) as error:
        raise QueueUnavailable("the queue did not take the message") from error


def dump(message: Message) -> str:
    """The message as JSON text."""
    body: dict[str, Any] = {
        "type": EVENT_TYPE,
        "version": VERSION,
        "final": isinstance(message, FinalMessage),
        "operation_id": message.operation_id,
        "round": message.round,
    }
    if isinstance(message, FinalMessage):
        body["announcement"] = message.announcement
    else:
        body["attempts"] = message.attempts
    return json.dumps({**body, "context": dict(message.context)})


def load(body: str) -> Message:
    """The message in a body.

    Raises:
        UnreadableMessage: it is not one of ours, or of a version that this code does not know.

    """
    try:
        fields: Mapping[str, Any] = json.loads(body)
        if (fields["type"], fields["version"]) != (EVENT_TYPE, VERSION):
            raise UnreadableMessage("it has another type or version")
        return _message(fields)
    except KeyError as error:
        raise UnreadableMessage(f"it has no field {error}") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise UnreadableMessage("it is not a JSON object") from error


def _message(fields: Mapping[str, Any]) -> Message:
    operation_id, round_ = fields["operation_id"], _count(fields, "round")
    if not (isinstance(operation_id, str) and OPERATION_ID.fullmatch(operation_id)):
        raise UnreadableMessage("its operation_id is not an operation ID")
    if fields["final"]:
        return FinalMessage(operation_id, round_, _count(fields, "announcement"))
    return WorkMessage(operation_id, round_, _count(fields, "attempts"))


def _count(fields: Mapping[str, Any], name: str) -> int:
    """A number as we write it. JSON has others, such as 1e999, which no integer holds."""
    value = fields[name]
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST:
        raise UnreadableMessage(f"its {name} is not a whole number from 0 to {_LARGEST}")
    return value
