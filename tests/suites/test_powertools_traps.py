"""What Powertools does unless it is told otherwise, and that here it is."""

from dataclasses import replace

import pytest
from aws_lambda_powertools.shared.functions import strtobool
from aws_lambda_powertools.utilities.idempotency.exceptions import IdempotencyKeyError

from oncestep.adapters.powertools_once import PowertoolsOnce
from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.application.ports import ClaimedEffect
from oncestep.domain.errors import MissingSettings
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import Outcome, Unknown
from oncestep.domain.states import State
from oncestep.runtime.settings import LedgerSettings, from_env
from tests.suites.rows import bare, full
from tests.support.moto import Stack
from tests.support.world import World

ENV = Stack("https://sqs.example/queue").env
WORDS = ("1", "y", "yes", "t", "true", "on", "TRUE", "On", "anything", "")


@pytest.mark.parametrize("word", WORDS)
def test_nothing_starts_where_idempotency_is_switched_off(word: str) -> None:
    with pytest.raises(MissingSettings, match="POWERTOOLS_IDEMPOTENCY_DISABLED"):
        from_env(LedgerSettings, {**ENV, "POWERTOOLS_IDEMPOTENCY_DISABLED": word})


@pytest.mark.parametrize("word", ["0", "n", "no", "f", "false", "off", "False"])
def test_a_word_that_means_no_to_powertools_means_no_here(word: str) -> None:
    assert strtobool(word) is False
    assert from_env(LedgerSettings, {**ENV, "POWERTOOLS_IDEMPOTENCY_DISABLED": word}) == from_env(LedgerSettings, ENV)


def test_a_missing_key_performs_nothing() -> None:
    performed: list[str] = []

    def perform() -> Outcome:
        performed.append("performed")
        return Unknown("timeout")

    effect = ClaimedEffect(bare(""), lambda: None, perform, lambda _: full())
    with pytest.raises(IdempotencyKeyError):
        PowertoolsOnce().run(effect)
    assert performed == []


def test_no_answer_comes_from_the_local_cache_of_powertools(dynamodb_ledger: PynamoDBLedger) -> None:
    once = PowertoolsOnce()
    world = World(ledger=dynamodb_ledger, runner=once)
    done = world.call("bare").operation
    changed: Operation = replace(done, version=done.version + 1, snapshot="changed by somebody else")
    dynamodb_ledger.replace(done, changed)
    assert world.call("bare").operation == changed


def test_a_claim_whose_lease_is_over_is_not_free(dynamodb_ledger: PynamoDBLedger) -> None:
    world = World(ledger=dynamodb_ledger, runner=PowertoolsOnce())
    world.provider.next = [world.kills]
    world.killed(lambda: world.call("bare"))
    world.later(600_000)
    assert world.call("bare").operation.state is State.IN_FLIGHT
    assert len(world.provider.sent) == 1
