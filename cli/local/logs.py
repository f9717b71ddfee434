"""`make logs`: what the functions of the local stack have logged."""

from collections.abc import Iterator

from rich.markup import escape

from cli.local import stack_file
from cli.local.environment import session
from cli.local.errors import LocalStackError
from cli.local.places import Places
from cli.local.terminal import say

_SHOWN = 100
_OF_THE_RUNTIME = ("START ", "END ", "REPORT ")


def show_logs(places: Places) -> None:
    stack = stack_file.read(places.stack_file)
    if stack is None:
        raise LocalStackError("Not up. Start it with: make up")
    for line in recent_logs(stack.aws_endpoint_url, _SHOWN):
        say(escape(line))


def recent_logs(endpoint: str, at_most: int) -> list[str]:
    """The newest lines of all functions, oldest first, each with the name of its log group."""
    return [f"{group}: {line}" for _, group, line in sorted(_lines(endpoint))[-at_most:]]


def _lines(endpoint: str) -> Iterator[tuple[int, str, str]]:
    client = session().client("logs", endpoint_url=endpoint)
    for group in client.describe_log_groups()["logGroups"]:
        name = group["logGroupName"]
        for page in client.get_paginator("filter_log_events").paginate(logGroupName=name):
            for event in page["events"]:
                if not event["message"].startswith(_OF_THE_RUNTIME):
                    yield event["timestamp"], name.rpartition("/")[2], event["message"].rstrip()
