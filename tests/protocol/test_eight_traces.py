"""The eight traces that the protocol's model found, each replayed on the real code.

Every one of them made a second effect, or a lost or wrongly opened round, under an earlier wording of the protocol.
"""

import pytest

from oncestep.application.work import Verdict
from oncestep.domain.errors import VerbRefused
from oncestep.domain.operation import EntryKind
from oncestep.domain.states import Attention, State
from tests.support.provider import answers
from tests.support.world import INVOCATION, World, id_of

PAST_LEASE = INVOCATION + 62_000
UNAUTHORIZED = answers(401, {"error": "bad key"})


def test_guard__a_stalled_caller_does_not_send_after_its_operation_was_dismissed(world: World) -> None:
    def others_act() -> None:
        world.later(PAST_LEASE)
        world.handle(world.swept_message())  # lease over: unknown, and no safe path
        world.operate.dismiss(world.order(id_of("bare")))

    world.once.after_claim = others_act
    reply = world.call("bare")
    assert reply.operation.state is State.DISMISSED
    assert world.provider.sent == []


def test_annk__a_final_that_the_queue_delivers_twice_opens_no_round(world: World) -> None:
    world.provider.next = [UNAUTHORIZED]
    reply = world.call("bare")
    final = world.receive()
    assert final
    world.queue.duplicate(final)
    assert world.handle(final) is Verdict.FAIL
    world.drain()
    assert world.row(reply).round == 1
    assert [dead.message_id for dead in world.queue.dead] == [final.message_id, final.message_id]


def test_annk__an_announcement_that_was_repeated_makes_the_earlier_final_stale(world: World) -> None:
    """The sender of the first announcement seemed to fail, the sweep announced again, then the first one arrived."""
    world.provider.next = [UNAUTHORIZED]
    reply = world.call("bare")
    first = world.receive()
    assert first
    world.later(120_000)
    second = world.swept_message()
    assert world.row(reply).announcement == 2
    assert world.handle(first) is Verdict.DELETE
    assert world.handle(second) is Verdict.FAIL
    world.drain()
    row = world.row(reply)
    assert (row.round, row.noted, row.due_at) == (1, second.message_id, None)


def test_attw__a_work_message_does_not_run_a_row_that_carries_attention(world: World) -> None:
    def the_sweep_enqueues() -> None:
        world.later(INVOCATION + 2_000)
        world.sweep()

    world.provider.next = [UNAUTHORIZED]
    world.once.before_settle = the_sweep_enqueues
    reply = world.call("bare")
    assert world.row(reply).attention is Attention.CONNECTION
    work = world.receive()
    assert work
    assert world.handle(work) is Verdict.DELETE
    world.operate.fix_forward(world.order(reply), {"sku": "another"})
    assert world.row(reply).state is State.SUPERSEDED
    assert len(world.provider.sent) == 1


def test_cover__a_refused_retry_does_not_reject_while_the_first_attempt_is_under_way(keyed_world: World) -> None:
    world = keyed_world
    world.provider.next = [world.provider.delay, answers(422, {"error": "refused"})]
    reply = world.call("keyed")
    world.work_once()
    assert len(world.provider.sent) == 2
    assert world.row(reply).state is State.UNKNOWN
    world.provider.arrive()
    world.run(600_000)
    assert world.row(reply).state is State.CONFIRMED
    assert world.effects == 1


def test_margin__nothing_is_retried_so_late_that_the_provider_may_forget_the_key_on_the_way(keyed_world: World) -> None:
    world = keyed_world
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("keyed")
    world.later(86_400_000 - 60_000)  # inside the retention, but not by the margin
    world.handle(world.swept_message())
    world.provider.forget_keys()
    world.drain()
    row = world.row(reply)
    assert (row.state, row.attention) == (State.UNKNOWN, Attention.PROVIDER_WINDOW_CLOSED)
    assert world.effects == 1


def test_lateabs__an_absent_that_was_looked_up_earlier_says_nothing_of_a_newer_attempt(world: World) -> None:
    """The one who looked lost its lease; meanwhile the operation was tried again, and that attempt is open."""

    def others_act() -> None:
        world.later(PAST_LEASE)
        world.provider.next = [world.provider.apply_and_lose]
        world.handle(world.swept_message())  # lapses, looks up: absent for good
        world.work_once()  # sends again, and that is open now
        assert len(world.provider.sent) == 2

    reply = world.call_lost("listed")
    world.provider.after_list = others_act
    world.later(10_000)  # late enough for an absent to count
    world.work_once()
    assert [attempt.result for attempt in world.row(reply).attempts] == ["not_applied", "open"]
    world.run(600_000)
    assert world.row(reply).state is State.CONFIRMED
    assert world.effects == 1


def test_anyopen__a_late_confirmation_settles_a_row_that_was_resolved_as_not_applied(world: World) -> None:
    """A person was wrong; the caller's answer came after that, and nothing is sent again."""

    def others_act() -> None:
        world.later(PAST_LEASE)
        world.handle(world.swept_message())
        world.operate.resolve_not_applied(world.order(id_of("bare")), seen=1)

    world.once.before_settle = others_act
    reply = world.call("bare")
    assert world.row(reply).state is State.CONFIRMED
    world.run(600_000)
    assert world.effects == 1
    assert len(world.provider.sent) == 1


def test_putback__a_redriven_unknown_without_a_safe_path_leaves_one_final_in_the_dead_letter_queue(
    world: World,
) -> None:
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("bare")
    world.drain()
    for round_ in (2, 3):
        redriven = world.queue.redrive()
        world.drain()
        row = world.row(reply)
        assert redriven == 1
        assert (row.state, row.attention, row.round) == (State.UNKNOWN, Attention.NO_LOOKUP, round_)
        assert [dead.message_id for dead in world.queue.dead] == [row.noted]
        assert row.due_at is None
    assert world.effects == 1
    with pytest.raises(VerbRefused, match="second effect"):
        world.operate.replay(world.order(reply))
    assert [entry.kind for entry in world.row(reply).history].count(EntryKind.REDRIVEN) == 2
