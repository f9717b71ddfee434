"""The function dies in the middle of a call: its lease runs out, the sweep sees it, the worker finds out."""

import pytest

from tests.support.api import Api
from tests.support.begun import SENDERS_DIE, Killed
from tests.support.dead_letters import DeadLetters
from tests.support.inside import Inside
from tests.support.outside import Outside
from tests.support.patience import until


def test_a_killed_function_leaves_the_gateway_to_answer_its_caller(killed: Killed) -> None:
    assert killed.statuses == {502}


@pytest.mark.parametrize("fault", SENDERS_DIE)
@pytest.mark.parametrize("action", ["mail.send", "inventory.adjust"])
def test_with_keys_or_a_lookup_there_is_one_effect_and_it_is_confirmed(
    killed: Killed, builder: Api, outside: Outside, action: str, fault: str
) -> None:
    step = killed.steps[fault, action]
    operation = builder.settled(step)
    assert (operation["state"], operation["attention"]) == ("confirmed", None)
    assert "lease_lapsed" in {entry["kind"] for entry in operation["history"]}
    assert outside.effects(step) == 1
    assert builder.run(step).headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize(("fault", "effects"), [("kill_before_effect", 0), ("kill_after_effect", 1)])
def test_with_neither_nothing_is_sent_again_and_a_person_is_asked(  # noqa: PLR0913, PLR0917 - one fixture per place
    killed: Killed, builder: Api, outside: Outside, dead_letters: DeadLetters, fault: str, effects: int
) -> None:
    step = killed.steps[fault, "http.request"]
    operation = builder.settled(step)
    assert (operation["state"], operation["status"]) == ("unknown", "needs_input")
    assert operation["attention"] == "contract_unverified"
    assert (outside.effects(step), len(outside.sent(step))) == (effects, 1)
    [letter] = until(lambda: dead_letters.of(step), bool)
    assert (letter["final"], letter["context"]["attention"]) == (True, "contract_unverified")


def test_the_sweep_also_runs_by_itself(killed: Killed, inside: Inside) -> None:
    """Those of the log that this session did not ask for are the schedule's."""
    del killed  # it asked for one
    until(lambda: sum(line.startswith("START ") for line in inside.logs("ReconcileLogs")), lambda runs: runs > 1)
