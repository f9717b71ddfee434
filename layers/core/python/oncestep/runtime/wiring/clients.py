"""How AWS clients are configured, and when they are made."""

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar, cast

from botocore.config import Config

PATIENT = Config(connect_timeout=2, read_timeout=5, retries={"mode": "standard", "max_attempts": 3})
ONE_TRY = Config(connect_timeout=2, read_timeout=5, retries={"total_max_attempts": 1})

Client = TypeVar("Client")


def deferred(make: Callable[[], Client]) -> Client:
    """A client that is made when it is first used.

    To make one takes longer than a call, and most calls need neither the queue nor a blob.
    """
    return cast("Client", _Deferred(make))


class _Deferred:
    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    @cached_property
    def _client(self) -> object:
        return self._make()

    def __getattr__(self, name: str) -> object:
        return getattr(self._client, name)
