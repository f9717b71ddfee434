"""One operation over HTTP: as it is shown to screens, and as it answers for a repeat of its call."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from oncestep.domain.callers import Caller
from oncestep.domain.states import State
from oncestep.runtime.operations import ROUTES
from tests.support.fakes import FakeClock
from tests.support.moto import declared
from tests.support.provider import answers
from tests.support.world import BUILDER, OPERATOR, World, id_of
from tests.unit.runtime.gateway import Gateway

OURS = id_of("bare")
STRANGER = replace(BUILDER, client="other")


def test_an_operation_is_shown_whole_and_always_with_200(stopped: Gateway) -> None:
    shown = stopped.ask("GET", "/operations/{id}", id=OURS)
    assert (shown.status, shown.body["status"], shown.body["attention"]) == (200, "needs_input", "no_lookup")
    assert shown.body["request"] == {"method": "POST", "url": "https://shop.example/things"}
    assert [attempt["result"] for attempt in shown.body["attempts"]] == ["open"]
    assert [entry["kind"] for entry in shown.body["history"]] == ["stopped"]
    assert (shown.body["outcome"], shown.body["settled_at"]) == (None, None)


@pytest.mark.parametrize("resource", ["/operations/{id}", "/operations/{id}/result"])
def test_an_operation_of_an_action_that_the_key_does_not_allow_is_not_there(stopped: Gateway, resource: str) -> None:
    refused = stopped.ask("GET", resource, caller=replace(BUILDER, allow=("mail.*",)), id=OURS)
    assert (refused.status, refused.code) == (404, "unknown_operation")
    assert stopped.ask("GET", resource, caller=replace(BUILDER, allow=("bare.*",)), id=OURS).status != 404


def test_a_settled_operation_is_shown_with_its_result(gateway: Gateway) -> None:
    gateway.post()
    shown = gateway.ask("GET", "/operations/{id}", id=OURS).body
    assert shown["outcome"]["result"] == {"id": "thing-1", "reference": OURS}
    assert (shown["settled_at"], shown["next_at"]) == ("2027-01-15T08:00:00.000+00:00", None)


def test_the_result_is_what_a_repeat_of_the_call_would_get(gateway: Gateway, rejected: Gateway) -> None:
    result, repeat = rejected.ask("GET", "/operations/{id}/result", id=OURS), gateway.post()
    assert (result.status, result.headers) == (repeat.status, repeat.headers)
    assert {**result.body, "instance": None} == {**repeat.body, "instance": None}


def test_the_result_of_an_operation_under_way_is_a_202(gateway: Gateway, world: World) -> None:
    world.call("bare", respond_async=True)
    result = gateway.ask("GET", "/operations/{id}/result", id=OURS)
    assert (result.status, result.headers["Location"].endswith(f"/{OURS}/result")) == (202, True)


@pytest.mark.parametrize("resource", ["/operations/{id}", "/operations/{id}/result"])
@pytest.mark.parametrize(("wait", "seconds"), [(None, 0), ("0", 0), ("5", 5), ("900", 22)])
def test_a_caller_may_wait_but_not_for_ever(
    gateway: Gateway, world: World, resource: str, wait: str | None, seconds: int
) -> None:
    world.call("bare", respond_async=True)
    before = world.clock.now()
    gateway.ask("GET", resource, id=OURS, query=None if wait is None else {"wait": wait})
    assert 0 <= seconds * 1000 - (world.clock.now() - before) <= 1_000


@pytest.mark.parametrize("wait", ["soon", "-1", "1.5", "9" * 5_000])
def test_a_wait_that_is_no_number_is_named(gateway: Gateway, wait: str) -> None:
    gateway.post()
    refused = gateway.ask("GET", "/operations/{id}", id=OURS, query={"wait": wait})
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, ["wait"])
    assert (refused.body["operation_id"], refused.body["idempotency_key"]) == (OURS, "order-1")


@pytest.mark.parametrize("resource", ["/operations/{id}", "/operations/{id}/result"])
@pytest.mark.parametrize(
    ("caller", "operation_id"), [(STRANGER, OURS), (BUILDER, "op_nobodys"), (BUILDER, "o" * 2_049)]
)
def test_what_is_not_ours_is_not_found(stopped: Gateway, resource: str, caller: Caller, operation_id: str) -> None:
    missing = stopped.ask("GET", resource, caller=caller, id=operation_id)
    assert (missing.status, missing.code) == (404, "unknown_operation")


def test_each_route_is_in_the_template_and_each_of_its_paths_has_a_route() -> None:
    events = [event["Properties"] for event in declared("OperationsFunction")["Events"].values()]
    assert {(event["Method"], event["Path"]) for event in events} == set(ROUTES)


def test_an_operation_that_settles_meanwhile_is_shown_settled(gateway: Gateway, world: World) -> None:
    world.call("bare", respond_async=True)
    world.drain()
    assert gateway.ask("GET", "/operations/{id}", id=OURS, query={"wait": "5"}).body["state"] == State.CONFIRMED


def fixed(gateway: Gateway) -> str:
    """The successor that an operator has put in the place of our operation."""
    body = {"reason": "another book", "input": {"sku": "pen"}}
    made = gateway.ask("POST", "/operations/{id}/fix-forward", caller=OPERATOR, id=OURS, body=body)
    return str(made.body["operation_id"])


@pytest.mark.parametrize("query", [None, {"wait": "1"}])
def test_whoever_asks_for_a_superseded_operation_sees_it_with_its_successors_status(
    gateway: Gateway, world: World, query: dict[str, str] | None
) -> None:
    world.provider.next = [answers(401)]
    gateway.post()
    successor = fixed(gateway)
    under_way = gateway.ask("GET", "/operations/{id}", id=OURS, query=query).body
    world.drain()
    done = gateway.ask("GET", "/operations/{id}", id=OURS, query=query).body
    assert [body["operation_id"] for body in (under_way, done)] == [OURS, OURS]
    assert [body["state"] for body in (under_way, done)] == ["superseded", "superseded"]
    assert [body["status"] for body in (under_way, done)] == ["processing", "succeeded"]
    assert (done["superseded_by"], done["idempotency_key"]) == (successor, "order-1")


@pytest.mark.parametrize("query", [None, {"wait": "1"}])
def test_a_rejected_operation_stays_so_after_a_fix(
    rejected: Gateway, world: World, query: dict[str, str] | None
) -> None:
    successor = fixed(rejected)
    world.drain()
    shown = rejected.ask("GET", "/operations/{id}", id=OURS, query=query).body
    assert (shown["operation_id"], shown["state"], shown["status"]) == (OURS, "rejected", "failed")
    assert shown["superseded_by"] == successor


class Busy(FakeClock):
    """While a caller sleeps, others work, once."""

    work: Callable[[], object] | None = None

    def sleep(self, milliseconds: int) -> None:
        work, self.work = self.work, None
        if work:
            work()
        super().sleep(milliseconds)


def test_an_operation_that_is_superseded_while_its_caller_waits_is_shown_as_it_is_then() -> None:
    clock = Busy()
    world = World(clock=clock)
    gateway = Gateway(world)
    world.call("bare", respond_async=True)
    world.provider.next = [answers(401)]

    def stop_and_fix() -> None:
        world.drain()
        fixed(gateway)

    clock.work = stop_and_fix
    shown = gateway.ask("GET", "/operations/{id}", id=OURS, query={"wait": "1"}).body
    assert (shown["operation_id"], shown["state"], shown["status"]) == (OURS, "superseded", "processing")


@pytest.mark.parametrize("under_way", [True, False])
def test_the_answer_of_a_successor_has_id_and_key_of_what_was_asked_for(
    rejected: Gateway, world: World, *, under_way: bool
) -> None:
    successor = fixed(rejected)
    if not under_way:
        world.drain()
    for answered in (rejected.post(), rejected.ask("GET", "/operations/{id}/result", id=OURS)):
        told = (answered.body["operation_id"], answered.body["idempotency_key"], answered.body["superseded_by"])
        assert told == (OURS, "order-1", successor)


def test_a_result_is_masked_by_what_the_operation_that_answers_was_sent(world: World, rejected: Gateway) -> None:
    world.with_action("bare", lambda action: replace(action, sensitive=frozenset({"sku"})))
    operator, changed = replace(OPERATOR, client="operators"), {"reason": "a typo", "input": {"sku": "aunt-zelda-99"}}
    rejected.ask("POST", "/operations/{id}/fix-forward", caller=OPERATOR, body=changed, id=id_of("bare"))
    world.provider.next = [answers(201, {"id": "thing-1", "echo": "aunt-zelda-99"})]
    world.drain()
    for caller, shown in ((BUILDER, "aunt-zelda-99"), (operator, "***")):
        result = rejected.ask("GET", "/operations/{id}/result", caller=caller, id=id_of("bare"))
        assert (result.status, result.body["result"]["echo"]) == (200, shown)
