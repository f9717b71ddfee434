"""Adds to the emulator's SQS what it lacks: starting, listing and cancelling message move tasks.

JSON protocol only. Error codes and messages are those that AWS gives.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from cli.local.emulator.asgi import Answer, App, Receive, Scope, Send, header, read_body, send_answer
from cli.local.emulator.aws_error import AwsError
from cli.local.emulator.move_task import MoveStatus, MoveTask
from cli.local.emulator.queues import Queues

Action: TypeAlias = Callable[[Queues, dict[str, Any]], Awaitable[dict[str, Any]]]

_TARGET_PREFIX = "AmazonSQS."
_FASTEST = 500
_LISTED_AT_MOST = 10
_ARN_FORMAT = "arn:<partition>:<service>:<region>:<account-id>:<resource-id>"
_COLONS_OF_AN_ARN = 5


class MoveTasks:
    def __init__(self, app: App) -> None:
        self._app = app
        self._tasks: list[MoveTask] = []
        self._running: set[asyncio.Task[None]] = set()
        self._actions: dict[str, Action] = {
            "StartMessageMoveTask": self._start,
            "ListMessageMoveTasks": self._list,
            "CancelMessageMoveTask": self._cancel,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        action = self._actions.get(header(scope, "x-amz-target").removeprefix(_TARGET_PREFIX))
        if action is None:
            await self._app(scope, receive, send)
            return
        queues = Queues(self._app, host=header(scope, "host"), authorization=header(scope, "authorization"))
        await send_answer(send, await _answer(action, queues, await read_body(receive)))

    async def _start(self, queues: Queues, request: dict[str, Any]) -> dict[str, Any]:
        source, destination = _required(request, "SourceArn"), request.get("DestinationArn")
        if source == destination:
            raise _invalid("Source queue arn and destination queue arn cannot be the same.")
        url = await _existing(queues, source, "SourceArn")
        if not await queues.has_source_for(source):
            raise _invalid("Source queue must be configured as a Dead Letter Queue.")
        if destination:
            await _existing(queues, destination, "DestinationArn")
        task = MoveTask(queues, source, url, destination, _velocity(request), to_move=await queues.depth(url))
        self._begin(task)
        return {"TaskHandle": task.handle}

    def _begin(self, task: MoveTask) -> None:
        if any(other.status is MoveStatus.RUNNING for other in self._of(task.source_arn)):
            raise _invalid(
                "There is already a task running. Only one active task is allowed for a source queue arn at a"
                " given time."
            )
        self._tasks.append(task)
        running = asyncio.create_task(task.run())
        # The event loop itself holds only a weak reference.
        self._running.add(running)
        running.add_done_callback(self._running.discard)

    async def _list(self, queues: Queues, request: dict[str, Any]) -> dict[str, Any]:
        source = _required(request, "SourceArn")
        await _existing(queues, source, "SourceArn")
        wanted = min(int(request.get("MaxResults") or 1), _LISTED_AT_MOST)
        newest_first = self._of(source)[::-1]
        return {"Results": [task.entry() for task in newest_first[:wanted]]}

    async def _cancel(self, _queues: Queues, request: dict[str, Any]) -> dict[str, Any]:
        handle = _required(request, "TaskHandle")
        for task in self._tasks:
            if task.handle == handle and task.status is MoveStatus.RUNNING:
                task.status = MoveStatus.CANCELLED
                return {"ApproximateNumberOfMessagesMoved": task.moved}
        raise AwsError("ResourceNotFoundException", "Task does not exist.", 404)

    def _of(self, source: str) -> list[MoveTask]:
        return [task for task in self._tasks if task.source_arn == source]


async def _answer(action: Action, queues: Queues, body: bytes) -> Answer:
    try:
        result = await action(queues, json.loads(body))
    except AwsError as error:
        return error.answer()
    headers = {"content-type": "application/x-amz-json-1.0"}
    return Answer(status=200, body=json.dumps(result).encode(), headers=headers)


async def _existing(queues: Queues, arn: str, parameter: str) -> str:
    if arn.count(":") != _COLONS_OF_AN_ARN:
        raise _invalid(f"You must use this format to specify the {parameter}: {_ARN_FORMAT}")
    try:
        return await queues.url_of(arn)
    except AwsError as error:
        message = f"The resource that you specified for the {parameter} parameter doesn't exist."
        raise AwsError("ResourceNotFoundException", message, 404) from error


def _required(request: dict[str, Any], name: str) -> str:
    if not request.get(name):
        raise AwsError("MissingParameter", f"The request must contain the parameter {name}.")
    return str(request[name])


def _velocity(request: dict[str, Any]) -> int | None:
    """Messages per second; None is as fast as it goes."""
    velocity = request.get("MaxNumberOfMessagesPerSecond")
    if velocity is not None and not 1 <= velocity <= _FASTEST:
        raise _invalid(f"MaxNumberOfMessagesPerSecond must be between 1 and {_FASTEST}.")
    return velocity


def _invalid(message: str) -> AwsError:
    return AwsError("InvalidParameterValue", message)
