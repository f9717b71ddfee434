"""GET /operations over the real indexes: filters, pages and whose operations they are."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.system_time import SystemChance
from oncestep.domain.callers import Caller, Scope
from oncestep.domain.states import Attention, State
from tests.support.moto import ledger_rows
from tests.support.world import BUILDER, OPERATOR, World
from tests.unit.runtime.gateway import Gateway

THEIRS = replace(BUILDER, client="other")
NEIGHBOUR = replace(BUILDER, client="neighbour")
SEES_ALL = replace(OPERATOR, client="operators")


@pytest.fixture(scope="module")
def gateway() -> Iterator[Gateway]:
    """Five operations of ours, a second apart; the last, order-1, stopped, the others settled; one of a neighbour."""
    with ledger_rows() as rows:
        world = World(ledger=PynamoDBLedger(rows, SystemChance().token))
        world.connections.known["neighbour", "bare", "default"] = world.connections.known["acme", "bare", "default"]
        world.call("bare", "theirs", caller=NEIGHBOUR)
        for number in (5, 4, 3, 2):
            world.call("bare", f"order-{number}")
            world.later(1_000)
        world.call_lost("bare")
        yield Gateway(world)


def keys(gateway: Gateway, caller: Caller = BUILDER, /, **query: str) -> list[str]:
    answered = gateway.ask("GET", "/operations", caller=caller, query=query or None)
    assert answered.status == 200
    return [operation["idempotency_key"] for operation in answered.body["data"]]


def test_the_newest_come_first(gateway: Gateway) -> None:
    assert keys(gateway) == ["order-1", "order-2", "order-3", "order-4", "order-5"]


def test_pages_follow_each_other(gateway: Gateway) -> None:
    first = gateway.ask("GET", "/operations", query={"limit": "3"})
    assert len(first.body["data"]) == 3
    assert keys(gateway, cursor=first.body["cursor"]) == ["order-4", "order-5"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"state": "unknown"}, ["order-1"]),
        ({"state": "confirmed", "limit": "100"}, ["order-2", "order-3", "order-4", "order-5"]),
        ({"action": "mail.send"}, []),
        ({"attention": "any"}, ["order-1"]),
        ({"attention": "stuck"}, []),
        ({"since": "1800000003000"}, ["order-1", "order-2"]),
        ({"since": "999999999999999"}, []),
        ({"limit": "0"}, ["order-1"]),
    ],
)
def test_a_list_is_filtered(gateway: Gateway, query: dict[str, str], expected: list[str]) -> None:
    assert keys(gateway, **query) == expected


@pytest.mark.parametrize(
    "query",
    [
        {"limit": "many"},
        {"since": "yesterday"},
        {"since": "9" * 5_000},
        {"cursor": "x"},
        {"state": "confrimed"},
        {"state": "any"},
        {"attention": "rejected"},
        {"attention": "a" * 5_000},
        {"client": "a/b"},
        {"client": "a" * 65},
    ],
)
def test_a_query_that_makes_no_sense_is_refused_by_name(gateway: Gateway, query: dict[str, str]) -> None:
    refused = gateway.ask("GET", "/operations", caller=OPERATOR, query=query)
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, list(query))
    assert len(refused.body["detail"]) < 300


@pytest.mark.parametrize(("name", "values"), [("state", [*State]), ("attention", [*Attention, "any"])])
def test_a_filter_that_there_is_not_is_answered_with_those_that_there_are(
    gateway: Gateway, name: str, values: list[str]
) -> None:
    detail = gateway.ask("GET", "/operations", query={name: "nope"}).body["detail"]
    assert detail == f"{name} must be one of {', '.join(values)}, not 'nope'"
    assert {gateway.ask("GET", "/operations", query={name: value}).status for value in values} == {200}


@pytest.mark.parametrize("name", ["client", "state", "action", "attention", "since", "limit", "cursor"])
@pytest.mark.parametrize("blank", ["", " "])
def test_a_blank_filter_counts_as_absent(gateway: Gateway, name: str, blank: str) -> None:
    assert keys(gateway, **{name: blank}) == keys(gateway)


def test_a_stranger_sees_nothing_of_ours(gateway: Gateway) -> None:
    assert gateway.ask("GET", "/operations", caller=THEIRS).body == {"data": [], "cursor": None}
    assert gateway.ask("GET", "/operations", caller=THEIRS, query={"attention": "any"}).body["data"] == []


def test_an_operator_of_all_sees_every_stop(gateway: Gateway) -> None:
    stopped = gateway.ask("GET", "/operations", caller=SEES_ALL, query={"attention": "any"}).body["data"]
    assert [operation["client"] for operation in stopped] == ["acme"]


@pytest.mark.parametrize(
    ("query", "listed"),
    [
        ({}, []),
        ({"client": "neighbour"}, ["theirs"]),
        ({"client": "neighbour", "state": "rejected"}, []),
        ({"client": "acme", "limit": "2"}, ["order-1", "order-2"]),
        ({"client": "acme", "attention": "any"}, ["order-1"]),
        ({"client": "neighbour", "attention": "any"}, []),
        ({"client": "nobody"}, []),
    ],
)
def test_an_operator_of_all_lists_the_client_that_they_name(
    gateway: Gateway, query: dict[str, str], listed: list[str]
) -> None:
    assert keys(gateway, SEES_ALL, **query) == listed


@pytest.mark.parametrize("caller", [BUILDER, replace(OPERATOR, scope=Scope.OWN)], ids=["builder", "operator"])
@pytest.mark.parametrize("more", [{}, {"attention": "any"}])
def test_whoever_sees_one_client_may_name_no_other(gateway: Gateway, caller: Caller, more: dict[str, str]) -> None:
    refused = gateway.ask("GET", "/operations", caller=caller, query={"client": "neighbour", **more})
    assert (refused.status, refused.code) == (403, "action_not_allowed")
    assert "shows the operations of client acme only" in refused.body["detail"]
    assert keys(gateway, caller, client="acme", **more) == keys(gateway, caller, **more)
