"""What a connection's owner knows of an API decides as a contract would, as far as it fits what was sent."""

from typing import Any

import pytest

from oncestep.domain.errors import ConnectionsUnavailable, VerbRefused
from oncestep.domain.operation import AttemptResult
from oncestep.domain.states import Attention, State
from tests.support.provider import answers
from tests.support.ruled import BASE, INPUT, KEY, LOOKUP, MARK, UNMARKED, connect, disconnect
from tests.support.world import World

PROMISED: dict[str, Any] = {"idempotency": KEY}
SEARCHED: dict[str, Any] = {"mark": MARK, "lookup": LOOKUP}
MINUTES = 240_000


def lost(world: World, value: dict[str, Any]) -> str:
    """A call that had its effect, but whose answer was lost: the operation."""
    world.provider.next = [world.provider.apply_and_lose]
    return world.call("ruled", value=value).operation_id


def test_without_rules_a_lost_answer_waits_for_a_person(keyed_world: World) -> None:
    connect(keyed_world, {})
    row = keyed_world.row(lost(keyed_world, INPUT))
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.CONTRACT_UNVERIFIED)


def test_a_verified_key_is_sent_again(keyed_world: World) -> None:
    connect(keyed_world, PROMISED)
    operation = lost(keyed_world, INPUT)
    keyed_world.run(MINUTES)
    assert keyed_world.row(operation).state is State.CONFIRMED
    assert (len(keyed_world.provider.sent), keyed_world.effects) == (2, 1)


@pytest.mark.parametrize("missing", ["verified_by", "checked_on", "source"])
def test_a_promise_that_nobody_stands_for_is_none(keyed_world: World, missing: str) -> None:
    connect(keyed_world, {"idempotency": {name: value for name, value in KEY.items() if name != missing}})
    operation = lost(keyed_world, INPUT)
    keyed_world.run(MINUTES)
    assert keyed_world.row(operation).attention is Attention.CONTRACT_UNVERIFIED
    assert len(keyed_world.provider.sent) == 1


def test_a_lookup_finds_what_bears_the_mark(world: World) -> None:
    connect(world, SEARCHED)
    operation = lost(world, UNMARKED)
    world.run(MINUTES)
    assert world.row(operation).state is State.CONFIRMED
    assert len(world.provider.sent) == 1
    assert world.provider.requests[-1].url == f"{BASE}/things?reference={operation}"


def test_an_absence_that_counts_is_sent_again(world: World) -> None:
    connect(world, SEARCHED)
    world.provider.next = [world.provider.lose]
    operation = world.call("ruled", value=UNMARKED).operation_id
    world.run(MINUTES)
    assert world.row(operation).state is State.CONFIRMED
    assert (len(world.provider.sent), world.effects) == (2, 1)


@pytest.mark.parametrize(
    ("meaning", "state"),
    [({}, State.REJECTED), ({"failed_body": "unknown"}, State.UNKNOWN)],
    ids=["default", "unknown"],
)
def test_a_200_that_says_no_is_no_success(world: World, meaning: dict[str, str], state: State) -> None:
    connect(world, {"outcomes": {"success": {"ok": True}, **meaning}})
    world.provider.next = [answers(200, {"ok": False})]
    assert world.row(world.call("ruled", value=INPUT)).state is state


def test_errors_of_graphql_are_no_success(world: World) -> None:
    connect(world, {"outcomes": {"success_absent": ["errors"]}})
    world.provider.next = [answers(200, {"data": None, "errors": [{"message": "no"}]})]
    assert world.row(world.call("ruled", value=INPUT)).state is State.REJECTED


def test_a_redirect_may_mean_done(world: World) -> None:
    connect(world, {"outcomes": {"rules": [{"statuses": [302], "outcome": "confirmed"}]}})
    world.provider.next = [answers(302)]
    assert world.row(world.call("ruled", value=INPUT)).state is State.CONFIRMED


def test_a_call_that_takes_longer_than_fits_inline_is_queued_by_itself(world: World) -> None:
    connect(world, {"timeout": "40s"})
    reply = world.call("ruled", value=INPUT)
    assert world.row(reply).state is State.ACCEPTED
    assert world.provider.sent == []
    delivery = world.receive()
    assert delivery is not None
    world.handle(delivery, budget=world.budget(60_000))
    assert world.row(reply).state is State.CONFIRMED
    assert world.provider.sent[0].timeout == 40_000


CHANGES: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "the promise is taken back": (PROMISED, {}, INPUT),
    "the key goes elsewhere now": (PROMISED, {"idempotency": {**KEY, "name": "X-Request-Id"}}, INPUT),
    "the key has another form now": (PROMISED, {"idempotency": {**KEY, "format": "uuid"}}, INPUT),
    "the lookup is taken out": (SEARCHED, {"mark": MARK}, UNMARKED),
    "the mark goes elsewhere now": (SEARCHED, {**SEARCHED, "mark": {"place": "query", "name": "ref"}}, UNMARKED),
    "the lookup asks elsewhere now": (SEARCHED, {**SEARCHED, "lookup": {**LOOKUP, "path": "/payments"}}, UNMARKED),
    "the lookup matches something else now": (
        SEARCHED,
        {**SEARCHED, "lookup": {**LOOKUP, "match": {"id": "{operation.id}"}}},
        UNMARKED,
    ),
}


@pytest.mark.parametrize(("before", "after", "value"), CHANGES.values(), ids=CHANGES.keys())
def test_rules_that_change_are_believed_only_as_far_as_they_fit_what_was_sent(
    keyed_world: World, before: dict[str, Any], after: dict[str, Any], value: dict[str, Any]
) -> None:
    world = keyed_world
    connect(world, before)
    operation = lost(world, value)
    connect(world, after)
    world.run(MINUTES)
    row = world.row(operation)
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.CONTRACT_UNVERIFIED)
    assert len(world.provider.requests) == 1
    with pytest.raises(VerbRefused):
        world.operate.replay(world.order(operation))


def test_what_the_owner_takes_back_in_the_last_moment_is_not_relied_on(keyed_world: World) -> None:
    """The message is read under the new rules, whatever the operation was scheduled for under the old ones."""
    world = keyed_world
    connect(world, PROMISED)
    operation = lost(world, INPUT)
    world.later(2_000)
    connect(world, {})
    world.drain()
    assert world.row(operation).attention is Attention.CONTRACT_UNVERIFIED
    assert len(world.provider.sent) == 1


def test_a_promise_that_is_verified_afterwards_opens_the_way_for_what_bears_the_key(keyed_world: World) -> None:
    world = keyed_world
    connect(world, {})
    operation = lost(world, INPUT)
    connect(world, PROMISED)
    world.operate.replay(world.order(operation, "Olga has read their page"))
    world.run(MINUTES)
    assert world.row(operation).state is State.CONFIRMED
    assert world.effects == 1


def test_the_keys_of_another_address_mean_nothing(keyed_world: World) -> None:
    world = keyed_world
    connect(world, PROMISED)
    operation = lost(world, INPUT)
    connect(world, PROMISED, base_url="https://shop.example/v2")
    world.run(MINUTES)
    assert world.row(operation).attention is Attention.CONTRACT_UNVERIFIED
    assert len(world.provider.sent) == 1


@pytest.mark.parametrize("base_url", ["https://shop.example", "https://shop.example/v1/things"])
def test_a_shorter_or_longer_base_url_is_another_address(world: World, base_url: str) -> None:
    connect(world, SEARCHED)
    operation = lost(world, UNMARKED)
    connect(world, SEARCHED, base_url=base_url)
    world.provider.listing = answers(200, {"data": []})
    world.run(MINUTES)
    assert (world.row(operation).attention, world.effects) == (Attention.CONTRACT_UNVERIFIED, 1)
    assert [request.method for request in world.provider.requests] == ["POST"]


def test_a_slash_at_the_end_of_the_base_url_makes_no_other_address(world: World) -> None:
    connect(world, SEARCHED)
    operation = lost(world, UNMARKED)
    connect(world, SEARCHED, base_url=f"{BASE}/")
    world.run(MINUTES)
    assert world.row(operation).state is State.CONFIRMED


def test_a_lookup_at_another_address_is_not_asked(world: World) -> None:
    connect(world, SEARCHED)
    operation = lost(world, UNMARKED)
    connect(world, SEARCHED, base_url="https://shop.example/v2")
    world.run(MINUTES)
    assert world.row(operation).attention is Attention.CONTRACT_UNVERIFIED
    assert len(world.provider.requests) == 1


@pytest.mark.parametrize(("rules", "value"), [(PROMISED, INPUT), (SEARCHED, UNMARKED)], ids=["key", "lookup"])
def test_a_connection_that_is_gone_leaves_the_operation_to_a_person(
    keyed_world: World, rules: dict[str, Any], value: dict[str, Any]
) -> None:
    world = keyed_world
    connect(world, rules)
    operation = lost(world, value)
    disconnect(world)
    world.run(MINUTES)
    row = world.row(operation)
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.CONTRACT_UNVERIFIED)
    connect(world, rules)
    world.operate.replay(world.order(operation, "it is back"))
    world.run(MINUTES)
    assert world.row(operation).state is State.CONFIRMED
    assert world.effects == 1


def test_while_the_rules_cannot_be_read_nothing_is_decided(keyed_world: World) -> None:
    world = keyed_world
    connect(world, PROMISED)
    operation = lost(world, INPUT)
    before = world.row(operation)
    world.later(2_000)
    world.connections.unavailable = True
    delivery = world.receive()
    assert delivery is not None
    with pytest.raises(ConnectionsUnavailable):
        world.handle(delivery)
    with pytest.raises(ConnectionsUnavailable):
        world.operate.replay(world.order(operation))
    with pytest.raises(ConnectionsUnavailable):
        world.call("ruled", value=INPUT)
    assert world.row(operation) == before
    world.connections.unavailable = False
    world.queue.fail(delivery)
    world.run(MINUTES)
    assert world.row(operation).state is State.CONFIRMED


def test_the_sweep_reads_no_rules(keyed_world: World) -> None:
    world = keyed_world
    connect(world, PROMISED)
    operation = lost(world, INPUT)
    world.connections.unavailable = True
    world.later(120_000)
    assert world.sweep() == 1
    assert world.row(operation).sweeps == 1


def test_a_duplicate_refusal_on_the_retry_settles_nothing(keyed_world: World) -> None:
    world = keyed_world
    connect(world, {"idempotency": {**KEY, "replays_errors": True}})
    world.provider.next = [world.provider.apply_and_lose, answers(409, {"error": "duplicate"})]
    operation = world.call("ruled", value=INPUT).operation_id
    world.later(2_000)
    world.work_once()
    row = world.row(operation)
    assert row.state is State.UNKNOWN
    assert [attempt.result for attempt in row.attempts] == [AttemptResult.OPEN, AttemptResult.REJECTED]


def test_a_repeat_is_answered_after_its_rules_have_become_impossible_for_it(world: World) -> None:
    connect(world, {})
    first = world.call("ruled", value={"path": "/things", "body": '{"reference": "a"}'})
    connect(world, {"mark": MARK})
    again = world.call("ruled", value={"path": "/things", "body": '{"reference": "a"}'})
    assert (again.replayed, again.operation_id) == (True, first.operation_id)
    assert len(world.provider.sent) == 1
