"""Whoever asked to be told is told of every end and every stop, at each address, whatever dies in between."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from oncestep.application.accept import Reply
from oncestep.application.callbacks import HEAD_START, Callbacks
from oncestep.application.calls import ActionRequest
from oncestep.domain.errors import (
    HostNotAllowed,
    InvalidRequest,
    LedgerUnavailable,
    OncestepError,
    UnknownAction,
    UnknownConnection,
)
from oncestep.domain.operation import Event, Operation
from oncestep.domain.states import Attention, State
from oncestep.domain.transitions import MAX_CALLBACKS
from tests.support.provider import answers, refuses_connection
from tests.support.receiver import DONE, ELSEWHERE
from tests.support.world import BUILDER, Killed, World

SUCCEEDED, FAILED, NEEDS_INPUT = "operation.succeeded", "operation.failed", "operation.needs_input"


@dataclass
class Breaking:
    """Makes so many callbacks, then breaks once; it is whole again afterwards."""

    whole: Callbacks
    after: int
    error: BaseException

    def of(self, operation: Operation) -> Iterator[Operation]:
        for place, callback in enumerate(self.whole.of(operation)):
            self._break(place)
            yield callback
        self._break(len(operation.events) * len(operation.callback_urls))

    def _break(self, place: int) -> None:
        if place == self.after:
            self.after = -1
            raise self.error


def break_telling(world: World, after: int, error: BaseException) -> None:
    """The next telling breaks between its rows."""
    world.follow.callbacks = Breaking(world.follow.callbacks, after, error)  # type: ignore[assignment]


def deliver(world: World) -> None:
    """Workers handle what is there, and after a moment the messages."""
    world.drain()
    world.later(HEAD_START)
    world.drain()


def refused(world: World, reply: str = "keyed") -> Reply:
    """A call that the provider refuses, and whose caller wants to be told."""
    world.provider.next = [answers(422, {"error": "no", "message": "sold out"})]
    return world.call(reply, callback_url=DONE)


def test_a_caller_is_told_of_the_end_with_what_it_needs_to_find_the_result(world: World) -> None:
    reply = world.call("keyed", callback_url=DONE, correlation_id="run-1")
    deliver(world)
    (told,) = world.receiver.told
    assert (told.url, told.what) == (DONE, SUCCEEDED)
    assert told.body["data"] == {
        "operation_id": reply.operation_id,
        "version": 2,
        "parent": None,
        "status": "succeeded",
        "state": "confirmed",
        "attention": None,
        "detail": "",
        "action": "keyed.order",
        "idempotency_key": "order-1",
        "correlation_id": "run-1",
        "source_event": None,
    }
    row = world.row(reply)
    assert (row.state, row.events, row.due_at) == (State.CONFIRMED, (), None)
    assert world.effects == 1


def test_a_caller_sees_the_answer_before_the_message(world: World) -> None:
    world.call("keyed", callback_url=DONE)
    world.drain()
    assert world.receiver.told == []
    world.later(HEAD_START)
    world.drain()
    assert world.receiver.whats(DONE) == [SUCCEEDED]


def test_a_refusal_is_an_end_too(world: World) -> None:
    refused(world)
    deliver(world)
    assert world.receiver.whats(DONE) == [FAILED]


def test_a_caller_is_told_of_an_end_that_reconcile_found(world: World) -> None:
    world.provider.next = [world.provider.apply_and_lose]
    reply = world.call("listed", callback_url=DONE)
    assert world.receiver.told == []
    world.run(120_000)
    assert world.row(reply).state is State.CONFIRMED
    assert world.receiver.whats(DONE) == [SUCCEEDED]


def test_a_stop_is_told_and_so_is_the_end_after_it(world: World) -> None:
    world.provider.next = [answers(401)]
    reply = world.call("keyed", callback_url=DONE)
    world.run(180_000)
    assert world.receiver.whats(DONE) == [NEEDS_INPUT]
    assert world.receiver.told[0].body["data"]["attention"] == "connection"
    assert (world.row(reply).noted is not None, world.row(reply).due_at) == (True, None)
    world.operate.replay(world.order(reply))
    world.run(120_000)
    assert world.receiver.whats(DONE) == [NEEDS_INPUT, SUCCEEDED]
    assert len({told.message_id for told in world.receiver.told}) == 2


def test_what_a_person_decides_is_told(world: World) -> None:
    world.provider.next = [world.provider.lose]
    reply = world.call("bare", callback_url=DONE)
    world.run(120_000)
    world.operate.dismiss(world.order(reply))
    deliver(world)
    assert world.receiver.whats(DONE) == [NEEDS_INPUT, FAILED]


@pytest.mark.parametrize("after", [0, 1, 2], ids=["before the first", "between two", "before the events go"])
def test_nobody_is_forgotten_or_told_twice_when_the_process_dies(world: World, after: int) -> None:
    def repeat() -> None:
        world.call("keyed", callback_url=ELSEWHERE)

    world.once.before_settle = repeat
    break_telling(world, after, Killed("telling"))
    world.killed(lambda: world.call("keyed", callback_url=DONE))
    world.run(300_000)
    assert (world.receiver.whats(DONE), world.receiver.whats(ELSEWHERE)) == ([SUCCEEDED], [SUCCEEDED])
    assert world.effects == 1


def test_a_ledger_that_takes_no_callbacks_is_no_error_to_the_caller(world: World) -> None:
    break_telling(world, 0, LedgerUnavailable("not now"))
    reply = world.call("keyed", callback_url=DONE)
    assert reply.operation.state is State.CONFIRMED
    assert world.row(reply).due_at is not None
    world.run(180_000)
    assert world.receiver.whats(DONE) == [SUCCEEDED]
    assert (world.row(reply).events, world.row(reply).due_at) == ((), None)


def test_a_stop_that_could_not_be_told_is_told_although_its_dead_letter_is_noted(world: World) -> None:
    world.provider.next = [answers(401)]
    break_telling(world, 0, LedgerUnavailable("not now"))
    reply = world.call("keyed", callback_url=DONE)
    world.drain()
    assert world.row(reply).noted is not None
    world.run(300_000)
    assert world.receiver.whats(DONE) == [NEEDS_INPUT]
    assert (world.row(reply).events, world.row(reply).due_at) == ((), None)


def test_a_repeat_that_waits_elsewhere_is_told_there_and_the_first_where_it_waits(world: World) -> None:
    reply = world.call("keyed", callback_url=DONE, respond_async=True)
    again = world.call("keyed", callback_url=ELSEWHERE)
    once_more = world.call("keyed", callback_url=ELSEWHERE)
    assert (again.operation.callback_urls, once_more.operation) == ((DONE, ELSEWHERE), again.operation)
    deliver(world)
    assert (world.receiver.whats(DONE), world.receiver.whats(ELSEWHERE)) == ([SUCCEEDED], [SUCCEEDED])
    assert world.row(reply).callback_urls == (DONE, ELSEWHERE)


def test_a_repeat_of_what_has_ended_is_answered_and_not_told(world: World) -> None:
    world.call("keyed")
    reply = world.call("keyed", callback_url=DONE)
    world.run(120_000)
    assert reply.operation.state is State.CONFIRMED
    assert world.receiver.told == []


def test_a_repeat_that_comes_while_the_first_settles_sees_the_end(world: World) -> None:
    """It was read as in flight, and has ended before the repeat's address is written."""
    reply = world.call("keyed", respond_async=True)
    successor = world.accept.waiting.successor

    def settled_meanwhile(operation: Operation) -> Operation:
        current = successor(operation)
        world.drain()
        return current

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(world.accept.waiting), "successor", lambda _, operation: settled_meanwhile(operation))
        again = world.call("keyed", callback_url=DONE)
    assert again.operation.state is State.CONFIRMED
    assert world.row(reply).callback_urls == ()


def test_an_operation_has_only_so_many_addresses(world: World) -> None:
    world.call("keyed", callback_url=f"{DONE}&n=0", respond_async=True)
    for number in range(1, MAX_CALLBACKS):
        world.call("keyed", callback_url=f"{DONE}&n={number}")
    with pytest.raises(InvalidRequest, match="one too many") as refusal:
        world.call("keyed", callback_url=f"{DONE}&n={MAX_CALLBACKS}")
    assert [error.field for error in refusal.value.fields] == ["callback_url"]


def test_a_successor_tells_those_who_waited_for_its_parent(world: World) -> None:
    reply = refused(world)
    deliver(world)
    successor = world.operate.fix_forward(world.order(reply), {"sku": "pen"})
    world.run(120_000)
    assert world.receiver.whats(DONE) == [FAILED, SUCCEEDED]
    about = world.receiver.told[1].body["data"]
    assert (about["operation_id"], about["parent"]) == (successor.operation_id, reply.operation_id)


def test_nobody_is_told_that_a_stopped_operation_gave_way_to_its_successor(world: World) -> None:
    world.provider.next = [answers(401)]
    reply = world.call("keyed", callback_url=DONE)
    world.run(120_000)
    world.operate.fix_forward(world.order(reply), {"sku": "pen"})
    world.run(120_000)
    assert world.row(reply).state is State.SUPERSEDED
    assert world.receiver.whats(DONE) == [NEEDS_INPUT, SUCCEEDED]


@pytest.mark.parametrize(
    "trouble", [answers(500), answers(404), refuses_connection], ids=["fails", "is not there yet", "is down"]
)
def test_a_receiver_in_trouble_is_told_again_under_the_same_id(world: World, trouble: Callable[..., object]) -> None:
    seen: list[str] = []

    def noting(request: object) -> object:
        seen.append(dict(request.headers)["webhook-id"])  # type: ignore[attr-defined]
        return trouble(request)

    world.receiver.next = [noting, noting]  # type: ignore[list-item]
    world.call("keyed", callback_url=DONE)
    world.run(600_000)
    assert world.receiver.whats(DONE) == [SUCCEEDED]
    assert {*seen, world.receiver.told[0].message_id} == {seen[0]}


def test_a_receiver_that_never_answers_ends_as_a_dead_letter_of_the_callback_alone(world: World) -> None:
    world.receiver.always = answers(500)
    reply = world.call("keyed", callback_url=DONE)
    callback = next(world.follow.callbacks.of(_as_it_settled(world, reply)))
    world.run(86_400_000, step=600_000)
    stopped = world.row(callback.operation_id)
    assert (stopped.attention, stopped.noted is not None) == (Attention.RETRIES_EXHAUSTED, True)
    assert world.row(reply).attention is None
    world.receiver.always = None
    world.operate.replay(world.order(callback.operation_id))
    deliver(world)
    assert world.receiver.whats(DONE) == [SUCCEEDED]


def _as_it_settled(world: World, reply: Reply) -> Operation:
    settled = world.row(reply)
    event = Event(settled.version - 1, settled.updated_at, settled.status, settled.state)
    return replace(settled, events=(event,))


@pytest.mark.parametrize(
    ("url", "error"), [("https://evil.example/done", HostNotAllowed), ("https://sub.caller.example/", HostNotAllowed)]
)
def test_an_address_that_the_client_has_not_allowed_stores_and_sends_nothing(
    world: World, url: str, error: type[OncestepError]
) -> None:
    with pytest.raises(error, match="oncestep callbacks allow"):
        world.call("keyed", callback_url=url)
    assert (world.effects, world.queue.waiting) == (0, [])


def test_a_client_that_allows_no_callbacks_is_told_how_to(world: World) -> None:
    del world.connections.known["acme", "oncestep", "default"]
    with pytest.raises(UnknownConnection, match=r"oncestep callbacks allow --client acme --host caller\.example"):
        world.call("keyed", callback_url=DONE)
    assert world.effects == 0


def test_nobody_calls_the_action_behind_callbacks(world: World) -> None:
    call = ActionRequest("oncestep", "callback", "forged", {"path": "/", "event": "{}"})
    with pytest.raises(UnknownAction):
        world.accept(BUILDER, call, world.budget())
    assert world.receiver.told == []
