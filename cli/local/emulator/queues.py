"""The emulator's own SQS, called within the process with the credentials of the request at hand."""

import json
from dataclasses import dataclass
from typing import Any

from cli.local.emulator.asgi import App, post
from cli.local.emulator.aws_error import AwsError


@dataclass(frozen=True, slots=True)
class Queues:
    app: App
    host: str
    authorization: str

    async def url_of(self, arn: str) -> str:
        """The URL of the queue with that ARN; raises AwsError where there is none."""
        _, _, _, _, account, name = arn.split(":")
        found = await self._call("GetQueueUrl", QueueName=name, QueueOwnerAWSAccountId=account)
        return str(found["QueueUrl"])

    async def has_source_for(self, dead_letter_arn: str) -> bool:
        """Whether the redrive policy of some queue leads to this one."""
        listed = await self._call("ListQueues")
        for url in listed.get("QueueUrls", ()):
            attributes = await self._attributes(url, "RedrivePolicy")
            policy = json.loads(attributes.get("RedrivePolicy") or "{}")
            if policy.get("deadLetterTargetArn") == dead_letter_arn:
                return True
        return False

    async def depth(self, url: str) -> int:
        attributes = await self._attributes(url, "ApproximateNumberOfMessages")
        return int(attributes["ApproximateNumberOfMessages"])

    async def receive_one(self, url: str) -> dict[str, Any] | None:
        received = await self._call(
            "ReceiveMessage",
            QueueUrl=url,
            MaxNumberOfMessages=1,
            MessageSystemAttributeNames=["All"],
            AttributeNames=["All"],
            MessageAttributeNames=["All"],
        )
        messages: list[dict[str, Any]] = received.get("Messages", [])
        return messages[0] if messages else None

    async def send_copy(self, url: str, message: dict[str, Any]) -> None:
        """Sends body and attributes again, as a message of its own."""
        copy = {"QueueUrl": url, "MessageBody": message["Body"]}
        if attributes := message.get("MessageAttributes"):
            copy["MessageAttributes"] = attributes
        if trace := message.get("Attributes", {}).get("AWSTraceHeader"):
            copy["MessageSystemAttributes"] = {"AWSTraceHeader": {"DataType": "String", "StringValue": trace}}
        await self._call("SendMessage", **copy)

    async def delete(self, url: str, message: dict[str, Any]) -> None:
        await self._call("DeleteMessage", QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])

    async def put_back(self, url: str, message: dict[str, Any]) -> None:
        handle = message["ReceiptHandle"]
        await self._call("ChangeMessageVisibility", QueueUrl=url, ReceiptHandle=handle, VisibilityTimeout=0)

    async def _attributes(self, url: str, name: str) -> dict[str, str]:
        answer = await self._call("GetQueueAttributes", QueueUrl=url, AttributeNames=[name])
        return dict(answer.get("Attributes", {}))

    async def _call(self, action: str, **parameters: Any) -> dict[str, Any]:  # noqa: ANN401 (the SQS API)
        headers = {
            "host": self.host,
            "authorization": self.authorization,
            "content-type": "application/x-amz-json-1.0",
            "x-amz-target": f"AmazonSQS.{action}",
        }
        answer = await post(self.app, headers, parameters)
        document = json.loads(answer.body or b"{}")
        if answer.status >= 300:  # noqa: PLR2004 (not a success)
            raise AwsError(document["__type"], document["message"], answer.status)
        return dict(document)
