"""How a test drives a step in a builder's tool, whatever the tool is: each platform's package has one driver."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class Ended(StrEnum):
    """How a step ended, as the tool sees it."""

    DONE = "done"
    STOPPED = "stopped"
    """It failed, and the tool does not send it again by itself (or only where the builder has switched that on)."""
    AGAIN = "again"
    """It failed in a way that means: the very same may be sent again later."""


@dataclass(frozen=True, slots=True)
class Account:
    """The tool's connection to Oncestep; `base_url` is without `/v1`."""

    base_url: str
    api_key: str


@dataclass(frozen=True, slots=True)
class Call:
    """A step as the builder has filled it in. `wait`: seconds that it may wait for an operation in progress."""

    provider: str
    action: str
    key: str
    input: Mapping[str, Any]
    wait: int = 60


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a step: the data for the next steps, or the message that the builder reads."""

    ended: Ended
    output: Mapping[str, Any] = field(default_factory=dict)
    """The operation's answer: `operation_id`, `status`, `result` and so on."""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Tested:
    """What the connection test says: the account's label, or why it does not work."""

    good: bool
    text: str


class Driver(Protocol):
    """One platform's package, run by its own engine or by what is known of it."""

    def test_connection(self, account: Account) -> Tested:
        """As the tool does when the builder saves the connection."""

    def run(self, account: Account, call: Call) -> Ran:
        """One run of a flow with this one step. May be called from several threads."""

    def run_with_retries(self, account: Account, calls: Sequence[Call]) -> Sequence[Ran]:
        """One run over several items, repeated as the tool repeats a failed run: automatically, then by a person."""
