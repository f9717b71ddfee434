"""GET /operations over the real indexes: filters, pages and whose operations they are."""

import unicodedata
from collections.abc import Iterator
from dataclasses import replace

import pytest

from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.system_time import SystemChance
from oncestep.domain.callers import Caller, Scope
from oncestep.domain.states import Attention, State
from oncestep.runtime.parameters import PARAMETERS
from tests.support.moto import ledger_rows
from tests.support.world import BUILDER, DAY, OPERATOR, World
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
            world.call("bare", f"order-{number}", correlation_id=f"run-{number % 2}")
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
        ({"since": "2027-01-15T08:00:03Z"}, ["order-1", "order-2"]),
        ({"since": "2027-01-15t09:00:03.000+01:00"}, ["order-1", "order-2"]),
        ({"since": "2027-01-15T09:00:03.000 01:00"}, ["order-1", "order-2"]),
        ({"until": "1800000001000"}, ["order-5"]),
        ({"until": "2027-01-15T08:00:01Z", "since": "0"}, ["order-5"]),
        ({"since": "1800000001000", "until": "1800000003000"}, ["order-3", "order-4"]),
        ({"idempotency_key": "order-3"}, ["order-3"]),
        ({"idempotency_key": " order-3 "}, ["order-3"]),
        ({"idempotency_key": "order-3", "state": "unknown"}, []),
        ({"idempotency_key": "order-1", "attention": "any"}, ["order-1"]),
        ({"idempotency_key": "order-9"}, []),
        ({"correlation_id": "run-0"}, ["order-2", "order-4"]),
        ({"correlation_id": "run-0", "until": "1800000003000"}, ["order-4"]),
        ({"remote_id": "thing-2"}, ["order-5"]),
        ({"remote_id": "thing-1"}, []),
        ({"connection": "default", "limit": "2"}, ["order-1", "order-2"]),
        ({"connection": "branch"}, []),
        ({"action": "bare.order", "connection": "default", "state": "unknown"}, ["order-1"]),
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
        {"connection": "a/b"},
        {"action": "mail"},
        {"action": "mail.send.now"},
        {"since": "2027-01-15"},
        {"since": "2027-01-15T08:00:03"},
        {"since": "2027-02-30T08:00:03Z"},
        {"until": "2027-01-15T08:00:03+25:00"},
        {"until": "20270115T080003Z"},
        {"idempotency_key": "a" * 256},
        {"idempotency_key": "\ud83d"},
        {"correlation_id": "a" * 256},
        {"remote_id": "a" * 1_025},
        {"stat": "unknown"},
        {"State": "unknown"},
        {"a" * 101: "1"},
    ],
)
def test_a_query_that_makes_no_sense_is_refused_by_name(gateway: Gateway, query: dict[str, str]) -> None:
    refused = gateway.ask("GET", "/operations", caller=OPERATOR, query=query)
    fields = [error["field"].rstrip(".") for error in refused.body["errors"]]
    assert (refused.status, fields) == (400, [name[:100] for name in query])
    assert len(refused.body["detail"]) < 400


@pytest.mark.parametrize(("name", "values"), [("state", [*State]), ("attention", [*Attention, "any"])])
def test_a_filter_that_there_is_not_is_answered_with_those_that_there_are(
    gateway: Gateway, name: str, values: list[str]
) -> None:
    detail = gateway.ask("GET", "/operations", query={name: "nope"}).body["detail"]
    assert detail == f"{name} must be one of {', '.join(values)}, not 'nope'"
    assert {gateway.ask("GET", "/operations", query={name: value}).status for value in values} == {200}


def test_a_span_that_ends_before_it_begins_is_refused(gateway: Gateway) -> None:
    refused = gateway.ask("GET", "/operations", query={"since": "1800000003000", "until": "2027-01-15T08:00:03Z"})
    assert (refused.status, refused.body["errors"][0]["field"]) == (400, "until")


def test_parameters_that_there_are_not_are_all_named_with_those_that_there_are(gateway: Gateway) -> None:
    refused = gateway.ask("GET", "/operations", query={"key": "order-1", "state": "unknown", "page": "2"})
    assert [error["field"] for error in refused.body["errors"]] == ["key", "page"]
    assert refused.body["errors"][0]["problem"] == (
        f"is not a query parameter of GET /operations; there are {', '.join(PARAMETERS['/operations'])}"
    )


@pytest.mark.parametrize("name", PARAMETERS["/operations"])
@pytest.mark.parametrize("blank", ["", " "])
def test_a_blank_filter_counts_as_absent(gateway: Gateway, name: str, blank: str) -> None:
    assert keys(gateway, **{name: blank}) == keys(gateway)


@pytest.mark.parametrize(
    "query", [{}, {"attention": "any"}, {"idempotency_key": "order-1"}, {"correlation_id": "run-0"}]
)
def test_a_list_leaves_out_actions_that_the_key_does_not_allow(gateway: Gateway, query: dict[str, str]) -> None:
    assert keys(gateway, replace(BUILDER, allow=("mail.*",)), **query) == []
    assert keys(gateway, replace(BUILDER, allow=("bare.*",)), **query) == keys(gateway, **query) != []


@pytest.mark.parametrize("query", [{"idempotency_key": "theirs"}, {"remote_id": "thing-1"}])
def test_a_key_and_an_id_are_of_the_callers_client_unless_another_is_named(
    gateway: Gateway, query: dict[str, str]
) -> None:
    assert keys(gateway, SEES_ALL, **query) == []
    assert keys(gateway, SEES_ALL, client="neighbour", **query) == ["theirs"]
    assert keys(gateway, THEIRS, **query) == []


def test_whoever_asks_for_a_key_gets_it_however_old_it_is(gateway: Gateway) -> None:
    gateway.world.later(60 * DAY)
    asked = [keys(gateway), keys(gateway, idempotency_key="order-3"), keys(gateway, remote_id="thing-2")]
    gateway.world.clock.pass_(-60 * DAY)
    assert asked == [[], ["order-3"], ["order-5"]]


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


def test_a_key_is_found_however_its_letters_were_composed(gateway: Gateway) -> None:
    composed = "B\N{LATIN SMALL LETTER U WITH DIAERESIS}cher"
    gateway.world.call("bare", composed)
    found = keys(gateway, idempotency_key=unicodedata.normalize("NFD", composed))
    assert found == [composed]
