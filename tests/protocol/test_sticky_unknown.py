"""Once an attempt is unresolved, what a later attempt is told says nothing about it."""

from dataclasses import replace

import pytest

from oncestep.domain.contract import OutcomeName, OutcomeRules, Rule
from oncestep.domain.states import Attention, State
from tests.support.actions import LOOKUP, PROMISE
from tests.support.provider import Behaviour, answers, refuses_connection
from tests.support.world import World

SAYS_NOTHING: dict[str, Behaviour] = {
    "connection refused": refuses_connection,
    "429": answers(429, retry_after="7"),
    "401": answers(401),
    "403": answers(403),
    "404": answers(404),
    "409 in progress": answers(409, {"error": "in_progress"}),
    "500": answers(500),
}


@pytest.mark.parametrize("said", SAYS_NOTHING)
def test_an_answer_was_lost_and_the_retry_is_refused(keyed_world: World, said: str) -> None:
    world = keyed_world
    world.provider.next = [world.provider.apply_and_lose, SAYS_NOTHING[said]]
    reply = world.call("keyed")
    world.work_once()
    assert len(world.provider.sent) == 2
    assert world.row(reply).state is State.UNKNOWN
    world.queue.redrive()
    world.run(120_000)
    if world.row(reply).attention is Attention.CONNECTION:
        world.operate.replay(world.order(reply, "credentials mended"))
        world.run(120_000)
    assert world.row(reply).state is State.CONFIRMED
    assert world.effects == 1


def test_a_refusal_covers_the_earlier_attempts_where_errors_are_replayed(keyed_world: World) -> None:
    world = keyed_world
    replaying = replace(PROMISE, replays_errors=True)
    world.with_action("keyed", lambda action: replace(action, key=replaying))
    world.provider.next = [world.provider.lose, answers(422, {"error": "sold_out"})]
    reply = world.call("keyed")
    world.work_once()
    assert world.row(reply).state is State.REJECTED


MAYBE_DUPLICATES: dict[str, Behaviour] = {
    "404": answers(404, {"error": "no_such_thing"}),
    "409": answers(409, {"error": "duplicate"}),
    "410": answers(410, {"error": "gone"}),
    "a rule says so": answers(400, {"error": "key_reused"}),
    "the body says no": answers(200, {"ok": False}),
}
KEY_REUSED = Rule(OutcomeName.REJECTED, frozenset({400}), {"error": "key_reused"}, own_attempt_only=True)


@pytest.mark.parametrize("said", MAYBE_DUPLICATES)
def test_what_a_duplicate_hears_settles_nothing_even_where_errors_are_replayed(keyed_world: World, said: str) -> None:
    """The first attempt worked, and only its answer was lost."""
    world = keyed_world
    outcomes = OutcomeRules(rules=(KEY_REUSED,), success={"ok": True})
    world.with_action(
        "keyed", lambda action: replace(action, key=replace(PROMISE, replays_errors=True), outcomes=outcomes)
    )
    world.provider.next = [world.provider.apply_and_lose, MAYBE_DUPLICATES[said]]
    reply = world.call("keyed")
    world.later(2_000)
    world.work_once()
    assert len(world.provider.sent) == 2
    assert world.row(reply).state is State.UNKNOWN
    assert world.effects == 1


@pytest.mark.parametrize("said", MAYBE_DUPLICATES)
def test_a_single_attempt_that_hears_it_is_rejected(keyed_world: World, said: str) -> None:
    outcomes = OutcomeRules(rules=(KEY_REUSED,), success={"ok": True})
    keyed_world.with_action("keyed", lambda action: replace(action, outcomes=outcomes))
    keyed_world.provider.next = [MAYBE_DUPLICATES[said]]
    assert keyed_world.row(keyed_world.call("keyed")).state is State.REJECTED


def test_a_keyless_provider_commits_after_the_lookup_first_said_absent(world: World) -> None:
    world.provider.next = [world.provider.delay]
    reply = world.call("listed")
    world.later(1_000)
    world.drain()
    row = world.row(reply)
    assert [made.result for made in row.lookups] == ["absent"]
    assert row.state is State.UNKNOWN
    world.provider.arrive()
    world.run(180_000)
    assert world.row(reply).state is State.CONFIRMED
    assert world.effects == 1


def test_an_absent_that_counts_makes_it_accepted_and_it_is_sent_again(world: World) -> None:
    reply = world.call_lost("listed")
    world.later(1_000)
    world.drain()
    assert len(world.provider.sent) == 1
    world.later(6_000)
    world.drain()
    assert world.row(reply).state is State.CONFIRMED
    assert (len(world.provider.sent), world.effects) == (2, 1)


def test_a_failing_lookup_is_repeated_later_and_later_until_a_person_must_look(world: World) -> None:
    world.provider.next = [world.provider.apply_and_lose]
    world.provider.listing = answers(500)
    reply = world.call("listed")
    world.run(3_600_000)
    assert world.row(reply).attention is Attention.RETRIES_EXHAUSTED
    world.provider.listing = None
    world.operate.replay(world.order(reply, "their list works again"))
    world.run(120_000)
    assert world.row(reply).state is State.CONFIRMED
    assert world.effects == 1


def test_two_different_objects_in_a_lookup_are_for_a_person_to_judge(world: World) -> None:
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("listed")
    world.provider.things.append({"id": "thing-9", "reference": reply.operation_id})
    world.later(1_000)
    world.drain()
    assert world.row(reply).attention is Attention.LOOKUP_AMBIGUOUS
    assert len(world.provider.sent) == 1


def test_an_object_that_was_found_but_not_applied_counts_as_absent(world: World) -> None:
    """A declined payment leaves an object behind; finding it must not confirm anything."""
    declined = Rule(OutcomeName.NOT_APPLIED, where={"status": "declined"})
    world.with_action("listed", lambda action: replace(action, lookup=replace(LOOKUP, rules=(declined,))))
    reply = world.call_lost("listed")
    world.provider.things.append({"id": "thing-0", "reference": reply.operation_id, "status": "declined"})
    world.later(1_000)
    world.drain()
    assert world.row(reply).state is State.UNKNOWN
    world.later(7_000)
    world.drain()
    assert world.row(reply).state is State.CONFIRMED
    assert world.row(reply).attempts[-1].remote_id == "thing-2"


def test_an_object_whose_state_is_not_final_decides_nothing_yet(world: World) -> None:
    pending = Rule(OutcomeName.UNKNOWN, where={"status": "pending"})
    world.with_action("listed", lambda action: replace(action, lookup=replace(LOOKUP, rules=(pending,))))
    world.chance.fraction = 0.9
    reply = world.call_lost("listed")
    thing = {"id": "thing-0", "reference": reply.operation_id, "status": "pending"}
    world.provider.things.append(thing)
    world.run(60_000)
    assert world.row(reply).state is State.UNKNOWN
    thing["status"] = "done"
    world.run(600_000)
    assert world.row(reply).state is State.CONFIRMED
    assert len(world.provider.sent) == 1
