"""What only time completes, a lease or a cache that runs out: begun first, so that nobody waits for it twice."""

import secrets
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass

from cli.local.seed import CLIENT
from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.command_line import CommandLine
from tests.support.outside import Outside
from tests.support.steps import Step, adjustment, bare_request, message

LEASE = 28.0
"""The inline budget (25 s), the skew between two clocks (2 s), and one second to be over it."""
MINUTE = 61.0
"""How long the authorizer and the functions may remember a key or a connection, and one second to be over it."""
SENDERS_DIE = ("kill_before_effect", "kill_after_effect")


@dataclass(frozen=True, slots=True)
class Killed:
    """The steps whose sender was killed, by fault and action, and what their callers were answered."""

    steps: Mapping[tuple[str, str], Step]
    statuses: frozenset[int]
    at: float


@dataclass(frozen=True, slots=True)
class Changed:
    """An API key that was used and then revoked; a connection that was used and then got another token."""

    revoked_key: str
    connection: str
    old_token: str
    new_token: str
    at: float


def kill_senders(builder: Api, outside: Outside) -> Killed:
    """Kill the function before and after the effect, for every kind of provider, all at once."""
    made = [(fault, step) for fault in SENDERS_DIE for step in (message(), adjustment(), bare_request())]
    for fault, step in made:
        outside.strike(step, fault)
    with ThreadPoolExecutor(len(made)) as callers:
        answers = list(callers.map(builder.run, [step for _, step in made]))
    statuses = frozenset(answer.status_code for answer in answers)
    return Killed({(fault, step.action): step for fault, step in made}, statuses, time.monotonic())


def change_credentials(stack: Stack, builder: Api, command_line: CommandLine) -> Changed:
    """Revoke a key and rotate a connection, both in use, as a person does."""
    key = command_line.run("keys", "create", "--client", CLIENT, "--allow", "*", "--expires", "1h")
    with closing(Api(stack.api_url, key)) as holder:
        holder.http.get("/me").raise_for_status()
    old_token, new_token = (f"token-{secrets.token_hex(8)}" for _ in range(2))
    shop = ("--client", CLIENT, "--provider", "http", "--name", "rotated", "--credential", "X-Shop-Token")
    place = ("--account", "shop", "--base-url", stack.proxied["inventory"], "--allowed-host", "127.0.0.1")
    command_line.run("connections", "create", *shop, *place, typed=old_token)
    builder.run(bare_request(), connection="rotated").raise_for_status()
    command_line.run("connections", "rotate", *shop, typed=new_token)
    command_line.run("keys", "revoke", key.partition(".")[0])
    return Changed(key, "rotated", old_token, new_token, time.monotonic())


def sleep_until(moment: float) -> None:
    """Wait for a moment of the monotonic clock."""
    time.sleep(max(0.0, moment - time.monotonic()))
