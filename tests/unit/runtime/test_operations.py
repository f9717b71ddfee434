"""One operation over HTTP: as it is shown to screens, and as it answers for a repeat of its call."""

from dataclasses import replace

import pytest

from oncestep.domain.callers import Caller
from oncestep.domain.states import State
from oncestep.runtime.operations import ROUTES
from tests.support.moto import declared
from tests.support.world import BUILDER, World, id_of
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


@pytest.mark.parametrize("wait", ["", "soon", "-1", "1.5", "9" * 5_000])
def test_a_wait_that_is_no_number_is_named(gateway: Gateway, wait: str) -> None:
    gateway.post()
    refused = gateway.ask("GET", "/operations/{id}", id=OURS, query={"wait": wait})
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, ["wait"])


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
