"""A refusal in the words of AWS."""

import json

from cli.local.emulator.asgi import Answer


class AwsError(Exception):
    def __init__(self, code: str, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.code = code
        self.status = status

    def answer(self) -> Answer:
        """As SQS answers over its JSON protocol; the SDKs read the code from `x-amzn-query-error`."""
        headers = {"content-type": "application/x-amz-json-1.0", "x-amzn-query-error": f"{self.code};Sender"}
        body = json.dumps({"__type": f"com.amazonaws.sqs#{self.code}", "message": str(self)})
        return Answer(status=self.status, body=body.encode(), headers=headers)
