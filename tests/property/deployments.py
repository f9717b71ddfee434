"""Contracts that one action may have, one after the other; each is true of the provider, for what it sends itself."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from oncestep.domain.contract import UNSTATED_PROCESSING, Action
from oncestep.domain.identity import Json
from tests.support.actions import PROMISE

Contract: TypeAlias = Callable[[Action], Action | None]


def as_it_was(action: Action) -> Action:
    return action


def gone(_: Action) -> None:
    return None


def with_a_stated_time(action: Action) -> Action:
    """A refusal after that time speaks for the attempts before it."""
    return replace(action, processing=UNSTATED_PROCESSING)


def without_key(action: Action) -> Action:
    return replace(action, key=None)


def with_a_key_that_nobody_reads(action: Action) -> Action:
    return replace(action, key=replace(PROMISE, name="X-Request-Id", verified=False))


def without_mark(action: Action) -> Action:
    """What it sends cannot be found again."""
    body: Json = {"sku": "{input.sku}", "amount": "{input.amount}", "reference": "x"}
    return replace(action, request=replace(action.request, body=body), lookup=None)


CONTRACTS: Mapping[str, tuple[Contract, ...]] = {
    "keyed": (with_a_stated_time, gone, without_key, with_a_key_that_nobody_reads, as_it_was),
    "listed": (as_it_was, gone, without_mark),
    "bare": (as_it_was, gone),
}
