"""What a person may do to an operation, when, and what the operation remembers of it."""

from collections.abc import Callable
from dataclasses import replace
from secrets import token_hex
from typing import Any

import pytest

from oncestep.application.accept import Reply
from oncestep.application.bodies import ROW_BYTES
from oncestep.application.operate import Operate, Order
from oncestep.domain.callers import Scope
from oncestep.domain.errors import ActionNotAllowed, BlobsUnavailable, UnknownOperation, VerbRefused
from oncestep.domain.operation import Entry, EntryKind, Operation, StoredOutcome
from oncestep.domain.outcomes import Document
from oncestep.domain.states import Attention, State
from tests.support.fakes import MemoryLedger
from tests.support.provider import answers
from tests.support.world import BUILDER, DAY, OPERATOR, World

STATED = StoredOutcome(200, Document.of_json({"id": "thing-9"}), "thing-9")
LARGE = replace(STATED, document=Document.of_json({"id": "thing-9", "noise": token_hex(ROW_BYTES)}))
LATER = 120_000

Verb = Callable[[Operate, Order], Operation]
VERBS: dict[str, Verb] = {
    "replay": lambda operate, order: operate.replay(order),
    "dismiss": lambda operate, order: operate.dismiss(order),
    "resolve confirmed": lambda operate, order: operate.resolve_confirmed(order, STATED),
    "resolve not applied": lambda operate, order: operate.resolve_not_applied(
        order, seen=len(order.operation.attempts)
    ),
    "fix forward": lambda operate, order: operate.fix_forward(order, {"sku": "pen"}),
}


@pytest.fixture
def world() -> World:
    return World()


def accepted(world: World) -> Reply:
    world.provider.next = [answers(429, retry_after="60")]
    return world.call("bare")


def credentials_refused(world: World) -> Reply:
    world.provider.next = [answers(401)]
    return world.call("bare")


def unknown(world: World) -> Reply:
    reply = world.call_lost("bare")
    world.later(LATER)
    return reply


def in_flight(world: World) -> Reply:
    world.provider.next = [world.kills]
    world.killed(lambda: world.call("bare"))
    return world.call("bare")


def rejected(world: World) -> Reply:
    world.provider.next = [answers(422)]
    return world.call("bare")


def confirmed(world: World) -> Reply:
    return world.call("bare")


def dismissed(world: World) -> Reply:
    reply = unknown(world)
    world.operate.dismiss(world.order(reply))
    return reply


SITUATIONS = (accepted, credentials_refused, unknown, in_flight, rejected, confirmed, dismissed)
ALLOWED = {
    ("replay", "accepted"): State.ACCEPTED,
    ("replay", "credentials_refused"): State.ACCEPTED,
    ("dismiss", "accepted"): State.DISMISSED,
    ("dismiss", "credentials_refused"): State.DISMISSED,
    ("dismiss", "unknown"): State.DISMISSED,
    ("resolve confirmed", "unknown"): State.CONFIRMED,
    ("resolve not applied", "unknown"): State.ACCEPTED,
    ("fix forward", "credentials_refused"): State.SUPERSEDED,
    ("fix forward", "rejected"): State.REJECTED,
}


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_works_where_the_design_allows_it_and_changes_nothing_elsewhere(
    world: World, verb: str, situation: Callable[[World], Reply]
) -> None:
    reply = situation(world)
    order = world.order(reply)
    expected = ALLOWED.get((verb, situation.__name__))
    if expected is None:
        with pytest.raises(VerbRefused):
            VERBS[verb](world.operate, order)
        assert world.row(reply) == order.operation
    else:
        VERBS[verb](world.operate, order)
        assert world.row(reply).state is expected


@pytest.mark.parametrize(
    ("verb", "situation", "kind", "detail"),
    [
        ("replay", accepted, EntryKind.REPLAYED, "checked by phone"),
        ("dismiss", unknown, EntryKind.DISMISSED, "checked by phone"),
        ("resolve confirmed", unknown, EntryKind.RESOLVED, "confirmed: checked by phone"),
        ("resolve not applied", unknown, EntryKind.RESOLVED, "not applied: checked by phone"),
        ("fix forward", rejected, EntryKind.FIXED_FORWARD, "checked by phone"),
    ],
)
def test_an_operation_remembers_who_did_what_when_and_why(
    world: World, verb: str, situation: Callable[[World], Reply], kind: EntryKind, detail: str
) -> None:
    reply = situation(world)
    VERBS[verb](world.operate, world.order(reply))
    assert world.row(reply).history[-1] == Entry(world.clock.now(), kind, "Olga", detail, "key-2")


@pytest.mark.parametrize("verb", VERBS)
def test_a_builder_does_none_of_it(world: World, verb: str) -> None:
    reply = unknown(world)
    order = world.order(reply)._replace(caller=BUILDER)
    with pytest.raises(ActionNotAllowed):
        VERBS[verb](world.operate, order)
    assert world.row(reply) == order.operation


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "narrowed", [{"allow": ("mail.*",)}, {"client": "other", "scope": Scope.OWN}], ids=["action", "client"]
)
def test_no_verb_reaches_an_operation_that_the_key_does_not_cover(
    world: World, verb: str, narrowed: dict[str, Any]
) -> None:
    reply = unknown(world)
    order = world.order(reply)._replace(caller=replace(OPERATOR, **narrowed))
    with pytest.raises(UnknownOperation):
        VERBS[verb](world.operate, order)
    assert world.row(reply) == order.operation


def test_a_replay_sends_the_same_bytes_again(world: World) -> None:
    reply = credentials_refused(world)
    world.operate.replay(world.order(reply))
    world.drain()
    first, second = world.provider.sent
    assert first == second
    assert world.row(reply).state is State.CONFIRMED


def test_a_replay_of_an_unknown_needs_a_safe_path(world: World) -> None:
    reply = unknown(world)
    with pytest.raises(VerbRefused, match="second effect"):
        world.operate.replay(world.order(reply))


@pytest.mark.parametrize("provider", ["keyed", "listed"])
def test_with_keys_or_a_lookup_an_unknown_may_be_replayed(world: World, provider: str) -> None:
    world.provider.keyed = provider == "keyed"
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call(provider)
    world.operate.replay(world.order(reply))
    world.run(LATER)
    assert (world.row(reply).state, world.effects) == (State.CONFIRMED, 1)


def test_a_replay_is_refused_once_the_provider_may_have_forgotten_the_key(world: World) -> None:
    reply = world.call_lost("keyed")
    world.later(DAY)
    with pytest.raises(VerbRefused):
        world.operate.replay(world.order(reply))


def test_what_a_person_states_is_what_callers_get(world: World) -> None:
    reply = unknown(world)
    world.operate.resolve_confirmed(world.order(reply), STATED)
    assert world.call("bare").operation.outcome == STATED


def test_not_applied_is_refused_while_an_attempt_could_still_take_effect(world: World) -> None:
    in_flight(world)
    world.later(60_000)
    world.handle(world.swept_message())  # its lease is over
    reply = world.call("bare")
    assert world.row(reply).attention is Attention.NO_LOOKUP
    attempt = world.row(reply).attempts[0]
    world.clock.at = attempt.hard_end - 1
    with pytest.raises(VerbRefused, match="can still take effect"):
        world.operate.resolve_not_applied(world.order(reply), seen=1)
    world.clock.at = attempt.hard_end
    world.operate.resolve_not_applied(world.order(reply), seen=1)
    assert world.row(reply).state is State.ACCEPTED


def test_a_verb_acts_on_the_row_as_it_is_now(world: World) -> None:
    reply = credentials_refused(world)
    stale = world.order(reply)
    world.operate.dismiss(stale)
    with pytest.raises(VerbRefused):
        world.operate.replay(stale)
    assert world.row(reply).state is State.DISMISSED


def test_a_refusal_names_the_state_as_it_is_now_and_not_as_it_was_read(world: World) -> None:
    reply = unknown(world)
    order = world.order(reply)
    assert isinstance(world.ledger, MemoryLedger)

    def meanwhile() -> None:
        world.operate.dismiss(order)

    world.ledger.before_write = meanwhile
    with pytest.raises(VerbRefused, match="this one is dismissed"):
        world.operate.resolve_confirmed(order, STATED)


def test_a_large_result_that_a_person_states_lies_in_a_blob(world: World) -> None:
    reply = unknown(world)
    world.operate.resolve_confirmed(world.order(reply), LARGE)
    kept = world.row(reply).outcome
    assert kept is not None
    assert (kept.document.content, kept.document.truncated) == (b"", False)
    assert kept.document.blob is not None
    assert world.blobs.get(kept.document.blob) == LARGE.document.content


def test_a_large_result_is_stated_whole_or_not_at_all(world: World) -> None:
    reply = unknown(world)
    order = world.order(reply)
    world.blobs.unavailable = True
    with pytest.raises(BlobsUnavailable):
        world.operate.resolve_confirmed(order, LARGE)
    assert world.row(reply) == order.operation


@pytest.mark.parametrize("situation", [accepted, rejected, confirmed, dismissed], ids=lambda made: made.__name__)
def test_a_large_result_that_is_refused_is_stored_nowhere(world: World, situation: Callable[[World], Reply]) -> None:
    reply = situation(world)
    with pytest.raises(VerbRefused):
        world.operate.resolve_confirmed(world.order(reply), LARGE)
    assert world.blobs.stored == {}
