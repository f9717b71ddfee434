"""Whatever goes wrong on the way to a provider, the step happens once and its caller learns the end."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.support.api import Api
from tests.support.outside import Outside
from tests.support.patience import until
from tests.support.steps import Step, adjustment, message, payment

PROVIDERS: Mapping[str, Callable[[], Step]] = {"mail": message, "inventory": adjustment, "localstripe": payment}
FAULTS: Mapping[str, Mapping[str, Any]] = {
    "answer_lost": {},
    "drop_before_effect": {},
    "error_after_effect": {},
    "late_effect": {"seconds": 2},
    "status": {"status": 429, "headers": {"Retry-After": "2"}},
}


@pytest.fixture(scope="module")
def struck(builder: Api, outside: Outside) -> Mapping[tuple[str, str], Step]:
    """All of them at once, since each waits: by fault and provider."""
    steps = {(fault, provider): make() for fault in FAULTS for provider, make in PROVIDERS.items()}
    for (fault, _), step in steps.items():
        outside.strike(step, fault, **FAULTS[fault])
    with ThreadPoolExecutor(len(steps)) as callers:
        list(callers.map(builder.finish, steps.values()))
    return steps


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("fault", ["answer_lost", "drop_before_effect", "error_after_effect"])
def test_an_unknown_outcome_is_found_out_and_there_is_one_effect(
    struck: Mapping[tuple[str, str], Step], builder: Api, outside: Outside, provider: str, fault: str
) -> None:
    step = struck[fault, provider]
    assert builder.finish(step).status_code == 200
    assert outside.sent(step)[0].fault == fault
    assert (outside.effects(step), builder.show(step)["state"]) == (1, "confirmed")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_effect_that_comes_after_the_connection_is_gone_stays_the_only_one(
    struck: Mapping[tuple[str, str], Step], builder: Api, outside: Outside, provider: str
) -> None:
    step = struck["late_effect", provider]
    assert builder.finish(step).status_code == 200
    until(lambda: outside.sent(step)[0].upstream_status, lambda status: status is not None)
    assert (outside.effects(step), builder.show(step)["state"]) == (1, "confirmed")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_provider_that_asks_for_patience_gets_it(
    struck: Mapping[tuple[str, str], Step], builder: Api, outside: Outside, provider: str
) -> None:
    step = struck["status", provider]
    assert builder.finish(step).status_code == 200
    first, second = builder.show(step)["attempts"]
    assert (first["result"], first["status"], second["result"]) == ("not_applied", 429, "confirmed")
    assert (len(outside.sent(step)), outside.effects(step)) == (2, 1)


def test_a_provider_that_is_down_is_tried_again_until_it_is_up(builder: Api, outside: Outside) -> None:
    steps = [make() for make in PROVIDERS.values()]
    for provider in PROVIDERS:
        outside.faults.down(provider)
    try:
        for step in steps:
            assert builder.run(step, prefer="wait=0").status_code == 202
            assert "connection_refused" in builder.show(step)["attempts"][0]["summary"]
    finally:
        for provider in PROVIDERS:
            outside.faults.up(provider)
    assert {builder.settled(step)["state"] for step in steps} == {"confirmed"}
    assert [outside.effects(step) for step in steps] == [1, 1, 1]
