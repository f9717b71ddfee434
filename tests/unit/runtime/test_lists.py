"""GET /operations over the real indexes: filters, pages and whose operations they are."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.adapters.system_time import SystemChance
from tests.support.moto import ledger_rows
from tests.support.world import BUILDER, OPERATOR, World
from tests.unit.runtime.gateway import Gateway

THEIRS = replace(BUILDER, client="other")


@pytest.fixture(scope="module")
def gateway() -> Iterator[Gateway]:
    """Five operations of ours, a second apart; the last, order-1, stopped, the others settled."""
    with ledger_rows() as rows:
        world = World(ledger=PynamoDBLedger(rows, SystemChance().token))
        for number in (5, 4, 3, 2):
            world.call("bare", f"order-{number}")
            world.later(1_000)
        world.call_lost("bare")
        yield Gateway(world)


def keys(gateway: Gateway, **query: str) -> list[str]:
    answered = gateway.ask("GET", "/operations", query=query or None)
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
    "query", [{"limit": "many"}, {"since": "yesterday"}, {"since": "9" * 5_000}, {"cursor": "x"}, {"cursor": ""}]
)
def test_a_query_that_makes_no_sense_is_refused(gateway: Gateway, query: dict[str, str]) -> None:
    assert gateway.ask("GET", "/operations", query=query).status == 400


def test_a_stranger_sees_nothing_of_ours(gateway: Gateway) -> None:
    assert gateway.ask("GET", "/operations", caller=THEIRS).body == {"data": [], "cursor": None}
    assert gateway.ask("GET", "/operations", caller=THEIRS, query={"attention": "any"}).body["data"] == []


def test_an_operator_of_all_sees_every_stop(gateway: Gateway) -> None:
    elsewhere = replace(OPERATOR, client="operators")
    stopped = gateway.ask("GET", "/operations", caller=elsewhere, query={"attention": "any"}).body["data"]
    assert [operation["client"] for operation in stopped] == ["acme"]
