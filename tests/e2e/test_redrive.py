"""Dead letters of the real queue, brought home by the queue's own redrive."""

from tests.support.api import Api
from tests.support.dead_letters import DeadLetters
from tests.support.outside import Outside
from tests.support.patience import until
from tests.support.steps import bare_request, message


def test_a_stopped_step_is_redriven_once_its_credentials_are_mended(
    builder: Api, outside: Outside, dead_letters: DeadLetters
) -> None:
    step = message()
    outside.refuse_credentials(step)
    assert builder.run(step).status_code == 424
    letter = dead_letters.wait_for(step)
    assert (letter["context"]["attention"], letter["context"]["last_status"]) == ("connection", 401)
    dead_letters.redrive()
    builder.reached(step, "confirmed")
    assert (outside.effects(step), dead_letters.of(step)) == (1, [])


def test_a_redrive_before_the_mend_leaves_a_letter_for_another(
    builder: Api, outside: Outside, dead_letters: DeadLetters
) -> None:
    step = message()
    outside.refuse_credentials(step, times=2)
    builder.run(step)
    dead_letters.wait_for(step)
    dead_letters.redrive()
    dead_letters.wait_for(step, round_=2)
    dead_letters.redrive()
    assert builder.reached(step, "confirmed")["round"] == 3
    assert (outside.effects(step), len(outside.sent(step)), dead_letters.of(step)) == (1, 3, [])


def test_a_second_redrive_at_once_asks_for_nothing_more(
    builder: Api, outside: Outside, dead_letters: DeadLetters
) -> None:
    step = message()
    outside.refuse_credentials(step)
    builder.run(step)
    dead_letters.wait_for(step)
    dead_letters.redrive()
    dead_letters.redrive()
    assert builder.reached(step, "confirmed")["round"] == 2
    assert (outside.effects(step), len(outside.sent(step))) == (1, 2)


def test_a_letter_of_an_operation_that_was_resolved_meanwhile_is_thrown_away(
    builder: Api, operator: Api, outside: Outside, dead_letters: DeadLetters
) -> None:
    step = bare_request()
    outside.strike(step, "answer_lost")
    builder.run(step)
    dead_letters.wait_for(step)
    operator.order("resolve", step, outcome="confirmed", remote_id="adj_seen").raise_for_status()
    resolved = builder.show(step)
    dead_letters.redrive()
    until(lambda: dead_letters.of(step), lambda letters: not letters)
    assert builder.show(step) == resolved
    assert (outside.effects(step), len(outside.sent(step))) == (1, 1)


def test_an_unknown_without_a_safe_path_stands_in_the_queue_again(
    builder: Api, outside: Outside, dead_letters: DeadLetters
) -> None:
    step = bare_request()
    outside.strike(step, "answer_lost")
    builder.run(step)
    dead_letters.wait_for(step)
    dead_letters.redrive()
    dead_letters.wait_for(step, round_=2)
    operation = builder.show(step)
    assert (operation["state"], operation["attention"]) == ("unknown", "contract_unverified")
    assert (outside.effects(step), len(outside.sent(step))) == (1, 1)
