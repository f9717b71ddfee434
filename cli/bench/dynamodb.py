"""DynamoDB in a dict, at botocore's last step before the network: it answers at once, so the client is timed alone."""

import json
import re
from io import BytesIO
from typing import Any, TypeAlias, cast

from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.compat import HTTPHeaders

Item: TypeAlias = dict[str, Any]

_ASSIGNED = re.compile(r"(#\w+) = (:\w+)")
_REMOVED = re.compile(r"REMOVE (.+)")


class InstantTable:
    """One table, as far as claiming and settling need it: a put is taken where there is no item yet."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._items: dict[str, Item] = {}

    def serve(self, client: Any) -> list[str]:  # noqa: ANN401 - botocore's clients have no type in common
        """Answer all of this client's requests from now on; their operations, as they come in."""
        requests: list[str] = []

        def answer(request: AWSPreparedRequest, event_name: str, **_: object) -> AWSResponse:
            operation = event_name.rpartition(".")[2]
            requests.append(operation)
            return self._answer(request, operation)

        client.meta.events.register("before-send.dynamodb", answer)
        return requests

    def _answer(self, request: AWSPreparedRequest, operation: str) -> AWSResponse:
        asked = json.loads(cast("bytes", request.body))
        status, answer = self._put(asked["Item"]) if operation == "PutItem" else self._update(asked)
        return AWSResponse(request.url, status, HTTPHeaders(), _Raw(json.dumps(answer).encode()))

    def _put(self, item: Item) -> tuple[int, Item]:
        existing = self._items.setdefault(item[self._key]["S"], item)
        if existing is item:
            return 200, {}
        return 400, {"__type": "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException", "Item": existing}

    def _update(self, asked: Item) -> tuple[int, Item]:
        item = self._items[asked["Key"][self._key]["S"]]
        names, values = asked["ExpressionAttributeNames"], asked["ExpressionAttributeValues"]
        expression = asked["UpdateExpression"]
        for name, value in _ASSIGNED.findall(expression):
            item[names[name]] = values[value]
        removed = _REMOVED.search(expression)
        for name in removed[1].split(", ") if removed else ():
            item.pop(names[name], None)
        return 200, {}


class _Raw(BytesIO):
    """The body as botocore reads it."""

    def stream(self, **_: object) -> list[bytes]:
        return [self.read()]
