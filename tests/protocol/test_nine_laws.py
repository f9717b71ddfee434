"""The nine laws of the design, each by name, on the real code."""

from dataclasses import replace
from random import Random

import pytest

from oncestep.application.ports import Conflict, Ledger
from oncestep.domain.errors import KeyReused
from oncestep.domain.operation import EntryKind, Operation
from oncestep.domain.outcomes import Confirmed, Document
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions import Moment, Policy, record_late
from tests.support.actions import BARE, DAY
from tests.support.provider import answers
from tests.support.world import INVOCATION, World, Worlds, id_of

PAST_LEASE = INVOCATION + 62_000


def test_law_1__the_row_and_the_frozen_request_are_durable_before_the_first_byte_goes_out(world: World) -> None:
    seen = []

    def look(request: object) -> object:
        row = world.row(id_of("bare"))
        seen.append((row.state, row.request.url, row.request.body))
        return world.provider.apply(request)  # type: ignore[arg-type]

    world.provider.next = [look]  # type: ignore[list-item]
    world.call("bare")
    assert seen == [(State.IN_FLIGHT, world.provider.sent[0].url, world.provider.sent[0].body)]


def test_law_1__a_body_too_large_for_the_row_is_in_its_blob_before_the_row_is_claimed(world: World) -> None:
    noise = Random(1).randbytes(60_000).hex()  # noqa: S311 - it only must not compress well
    reply = world.call("bare", value={"sku": noise})
    row = world.row(reply)
    assert row.request.blob in world.blobs.stored
    assert row.request.body == b""
    assert noise.encode()[:50] in world.provider.sent[0].body


def test_law_2__a_write_on_an_old_version_loses(world: World) -> None:
    world.provider.next = [answers(401)]
    stale = world.call("bare").operation
    world.drain()
    with pytest.raises(Conflict):
        world.ledger.replace(stale, replace(stale, version=stale.version + 1))


def test_law_2__only_the_owner_settles_its_attempt(world: World) -> None:
    def others_act() -> None:
        world.later(PAST_LEASE)
        world.handle(world.swept_message())

    world.once.before_settle = others_act
    reply = world.call("bare")
    row = world.row(reply)
    assert row.state is State.CONFIRMED  # late confirming evidence, not the owner's settle
    assert [entry.kind for entry in row.history][-1] is EntryKind.LATE_EVIDENCE


def test_law_2__nothing_overwrites_a_terminal_state_and_a_late_effect_raises_an_alarm(world: World) -> None:
    def others_act() -> None:
        world.later(PAST_LEASE)
        world.handle(world.swept_message())
        world.operate.dismiss(world.order(id_of("bare")))

    world.once.before_settle = others_act
    reply = world.call("bare")
    assert world.row(reply).state is State.DISMISSED
    assert world.signals.counts["EffectAfterClose"] == 1


def test_law_2__two_remote_objects_for_one_operation_raise_an_alarm(world: World) -> None:
    row = world.row(world.call("bare"))
    other = Confirmed(201, Document.of_json({"id": "thing-2"}), "thing-2")
    policy, at = Policy(BARE, DAY), Moment(world.clock.now())
    late = world.follow.commits.apply(row, lambda now: record_late(now, 1, other, policy=policy, at=at))
    assert late.state is State.CONFIRMED
    assert late.outcome == row.outcome
    assert world.signals.counts["DuplicateEffect"] == 1


def test_law_3__a_lease_that_runs_out_makes_unknown_and_never_free_to_claim(world: World) -> None:
    world.provider.next = [world.kills]
    world.killed(lambda: world.call("bare"))
    world.later(PAST_LEASE)
    world.handle(world.swept_message())
    row = world.row(id_of("bare"))
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.NO_LOOKUP)
    assert len(world.provider.sent) == 1


def test_law_3__a_row_that_is_still_there_counts_even_past_its_time_to_live(world: World) -> None:
    first = world.call("bare")
    world.later(91 * DAY)
    assert (world.row(first).expires_at or 0) * 1000 < world.clock.now()
    again = world.call("bare")
    assert again.replayed
    assert world.effects == 1


def test_law_4__a_retry_sends_the_stored_bytes_with_the_stored_key(keyed_world: World) -> None:
    world = keyed_world
    world.provider.next = [answers(503), world.provider.apply_and_lose]
    world.call("keyed", value={"sku": "book", "note": "first"})
    world.catalog.known = tuple(
        replace(action, request=replace(action.request, body={"changed": "contract"})) for action in world.catalog.known
    )
    world.run(600_000)
    bodies = {request.body for request in world.provider.sent}
    keys = {dict(request.headers)["Idempotency-Key"] for request in world.provider.sent}
    assert len(world.provider.sent) == 3
    assert (len(bodies), len(keys)) == (1, 1)


def test_law_4__credentials_are_added_at_sending_time_and_never_stored(world: World) -> None:
    world.provider.next = [answers(401)]
    reply = world.call("bare")
    assert ("Authorization", "Bearer t") in world.provider.sent[0].headers
    assert "Bearer" not in repr(world.row(reply))


def test_law_5__an_unknown_is_retried_only_under_a_verified_promise(worlds: Worlds) -> None:
    for provider, attention in (("unverified", Attention.CONTRACT_UNVERIFIED), ("bare", Attention.NO_LOOKUP)):
        world = worlds()
        world.provider.next = [world.provider.apply_and_lose]
        reply = world.call(provider, key=f"law-5-{provider}")
        assert world.row(reply).attention is attention
        world.run(600_000)
        assert len(world.provider.sent) == 1


def test_law_5__after_the_window_a_replay_is_stopped(keyed_world: World) -> None:
    world = keyed_world
    world.provider.next = [answers(401)]
    reply = world.call("keyed")
    world.drain()
    world.later(2 * DAY)
    world.provider.next = [world.provider.apply_and_lose]
    world.queue.redrive()
    world.drain()
    row = world.row(reply)
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.PROVIDER_WINDOW_CLOSED)
    assert world.effects == 1


def test_law_6__only_terminal_rows_have_a_time_to_live_of_the_retention_after_they_settle(world: World) -> None:
    world.provider.next = [answers(401)]
    reply = world.call("bare")
    assert world.row(reply).expires_at is None
    settled = world.operate.dismiss(world.order(reply))
    assert settled.expires_at == (world.clock.now() + 90 * DAY) // 1000


@pytest.mark.parametrize("state", ["confirmed", "rejected", "stopped", "unknown", "dismissed", "queued"])
def test_law_7__the_same_key_with_other_parameters_is_refused_whatever_the_state(world: World, state: str) -> None:
    behaviours = {"rejected": answers(422), "stopped": answers(401), "dismissed": answers(401), "unknown": answers(500)}
    world.provider.next = [behaviours.get(state, world.provider.apply)]
    reply = world.call("listed", respond_async=state == "queued")
    if state == "dismissed":
        world.operate.dismiss(world.order(reply))
    sent = len(world.provider.sent)
    with pytest.raises(KeyReused) as refusal:
        world.call("listed", value={"sku": "another"})
    assert refusal.value.operation_id == reply.operation_id
    assert len(world.provider.sent) == sent


def test_law_7__a_mutated_source_record_does_not_change_the_stored_bytes(world: World) -> None:
    reply = world.call("listed", respond_async=True)
    before = world.row(reply).request
    with pytest.raises(KeyReused):
        world.call("listed", value={"sku": "mutated"})
    world.drain()
    assert world.row(reply).request == before
    assert b"mutated" not in world.provider.sent[0].body


def test_law_7__equal_parameters_under_a_new_key_are_a_new_operation(world: World) -> None:
    first, second = world.call("bare", key="order-1"), world.call("bare", key="order-2")
    assert first.operation_id != second.operation_id
    assert world.effects == 2


@pytest.mark.parametrize("provider", ["keyed", "listed", "bare", "unverified"])
def test_law_8__nothing_is_lost_when_every_message_is(worlds: Worlds, provider: str) -> None:
    """All messages vanish, always; only the sweep, and workers that get what it just sent, carry on."""
    world = worlds(keyed=provider == "keyed")
    world.provider.next = [world.provider.lose, answers(503), answers(503)]
    reply = world.call(provider)
    for _ in range(30):
        world.queue.waiting.clear()
        world.later(60_000)
        world.sweep()
        if delivery := world.receive():
            world.handle(delivery)
    row = world.row(reply)
    assert row.state.terminal or (row.attention and world.signals.counts["OperationStopped"])
    assert world.effects <= 1


def test_law_8__a_stop_is_announced_although_the_queue_was_down_when_it_happened(world: World) -> None:
    world.queue.unavailable = True
    world.provider.next = [answers(401)]
    reply = world.call("bare")
    assert world.signals.counts["EnqueueFailed"] == 1
    world.queue.unavailable = False
    world.run(300_000)
    row = world.row(reply)
    assert row.due_at is None
    assert [dead.message_id for dead in world.queue.dead] == [row.noted]


def test_law_9__a_claim_and_a_settle_that_only_looked_failed_are_recognised_as_ours(world: World) -> None:
    world.ledger = LookingFailed(world.ledger)
    world = World(clock=world.clock, ledger=world.ledger, runner=world.runner, provider=world.provider)
    reply = world.call("bare")
    assert reply.operation.state is State.CONFIRMED
    assert not reply.replayed
    assert world.effects == 1


class LookingFailed:
    """A ledger whose every write succeeds and then is repeated, as the SDK does when an answer is lost."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.get, self.due, self.create_successor = ledger.get, ledger.due, ledger.create_successor

    def create(self, operation: Operation) -> Operation | None:
        self._ledger.create(operation)
        return self._ledger.create(operation)

    def replace(self, before: Operation, after: Operation) -> None:
        self._ledger.replace(before, after)
        self._ledger.replace(before, after)
