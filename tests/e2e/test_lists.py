"""Lists of operations: each client its own, filtered, page by page."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.inside import Inside
from tests.support.problems import problem_in
from tests.support.steps import Step, adjustment

CLIENT = "librarian"


@pytest.fixture(scope="module")
def librarian(stack: Stack, api_of: Callable[[str], Api], inside: Inside) -> Api:
    """A client that has run nothing but what the tests below list."""
    inside.new_connection(CLIENT, "inventory", stack.proxied["inventory"])
    return api_of(inside.new_builder_key(CLIENT))


@pytest.fixture(scope="module")
def steps(librarian: Api) -> list[Step]:
    """Oldest first: four that happened, and one that was refused."""
    made = [adjustment(sku, client=CLIENT) for sku in ("sku-1", "sku-2", "unheard-of", "sku-3", "sku-4")]
    for step in made:
        librarian.run(step)
    return made


def listed(api: Api, **query: str | int) -> list[str]:
    """The operations of all pages, in their order."""
    return [operation["operation_id"] for page in pages(api, **query) for operation in page["data"]]


def pages(api: Api, **query: str | int) -> Iterator[dict[str, Any]]:
    cursor: str | None = ""
    while cursor is not None:
        asked = {**query, "cursor": cursor} if cursor else query
        page = api.http.get("/operations", params=asked).raise_for_status().json()
        yield page
        cursor = page["cursor"]


def test_a_list_shows_a_client_its_own_operations_newest_first(librarian: Api, steps: list[Step]) -> None:
    assert listed(librarian) == [step.operation_id for step in reversed(steps)]


def test_a_cursor_leads_through_all_pages(librarian: Api, steps: list[Step]) -> None:
    sizes = [len(page["data"]) for page in pages(librarian, limit=2)]
    assert sizes == [2, 2, 1]
    assert listed(librarian, limit=2) == [step.operation_id for step in reversed(steps)]


def test_a_list_is_filtered_by_state(librarian: Api, steps: list[Step]) -> None:
    assert listed(librarian, state="rejected") == [steps[2].operation_id]


def test_a_list_is_filtered_by_action(librarian: Api, steps: list[Step]) -> None:
    assert len(listed(librarian, action="inventory.adjust")) == len(steps)
    assert listed(librarian, action="mail.send") == []


def test_a_list_begins_where_it_is_told_to(librarian: Api, steps: list[Step]) -> None:
    third = datetime.fromisoformat(librarian.show(steps[2])["created_at"])
    since = round(third.timestamp() * 1000)
    assert listed(librarian, since=since) == [step.operation_id for step in reversed(steps[2:])]
    assert listed(librarian, since=since + 1) == [step.operation_id for step in reversed(steps[3:])]


def test_a_list_is_of_one_key_or_one_connection(librarian: Api, steps: list[Step]) -> None:
    assert listed(librarian, idempotency_key=steps[1].key) == [steps[1].operation_id]
    assert listed(librarian, connection="default", action="inventory.adjust", limit=2) == listed(librarian)
    assert listed(librarian, connection="elsewhere") == []


def test_an_operator_lists_what_stopped(builder: Api, operator: Api, stopped: Step) -> None:
    assert stopped.operation_id in listed(operator, attention="any")
    assert stopped.operation_id in listed(operator, attention="connection")
    assert stopped.operation_id not in listed(operator, attention="no_lookup")
    assert stopped.operation_id in listed(builder, attention="connection")


def test_a_client_does_not_see_what_stopped_elsewhere(librarian: Api, stopped: Step) -> None:
    del stopped
    assert listed(librarian, attention="any") == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("since", "yesterday"),
        ("limit", "-1"),
        ("cursor", "nowhere"),
        ("state", "confrimed"),
        ("attention", "all"),
        ("key", "order-1"),
    ],
)
def test_a_list_that_cannot_be_meant_is_refused(librarian: Api, name: str, value: str) -> None:
    problem = problem_in(librarian.http.get("/operations", params={name: value}))
    assert (problem.status, problem.code, problem.retryable) == (400, "invalid_request", False)
    assert problem.fields == {name}


def test_blank_filters_count_as_absent(librarian: Api, steps: list[Step]) -> None:
    blank = dict.fromkeys(("client", "state", "action", "attention", "since", "limit", "cursor"), "")
    page = librarian.http.get("/operations", params=blank).raise_for_status().json()
    assert [operation["operation_id"] for operation in page["data"]] == [step.operation_id for step in reversed(steps)]


def test_an_operator_of_all_lists_the_client_that_they_name(operator: Api, steps: list[Step]) -> None:
    assert listed(operator, client=CLIENT) == [step.operation_id for step in reversed(steps)]


def test_a_client_may_name_no_other(librarian: Api) -> None:
    problem = problem_in(librarian.http.get("/operations", params={"client": "demo"}))
    assert (problem.status, problem.code) == (403, "action_not_allowed")
    assert f"shows the operations of client {CLIENT} only" in problem.detail
