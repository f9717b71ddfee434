"""Where an operation is looked up."""

from dataclasses import replace

import pytest

from oncestep.domain.contract import Action, KeyPlace, NextPage
from oncestep.domain.freezing import lookup_url
from oncestep.domain.identity import Json, KeyFormat, provider_key
from oncestep.domain.templates import fill
from oncestep.domain.terms import operation_scope
from tests.support.actions import BARE, LISTED, LOOKUP
from tests.unit.domain.freezing.ordering import BASE, OPERATION, promise

PAGED = replace(LOOKUP, next_page=NextPage(parameter="starting_after", cursor="id", more="has_more"))


def listed(path: str, query: dict[str, Json]) -> Action:
    return replace(LISTED, lookup=replace(PAGED, path=path, query=query))


def test_a_lookup_asks_for_the_operation() -> None:
    assert lookup_url(LISTED, OPERATION, BASE, None) == f"{BASE}/things?reference={OPERATION}"


def test_a_lookup_s_path_may_name_the_operation() -> None:
    assert lookup_url(listed("/things/{operation.id}", {}), OPERATION, BASE, None) == f"{BASE}/things/{OPERATION}"


def test_a_lookup_may_ask_for_the_provider_s_key() -> None:
    key = promise(KeyPlace.HEADER, format=KeyFormat.UUID, max_length=36)
    action = replace(listed("/things", {"key": "{operation.key}"}), key=key)
    assert (
        lookup_url(action, OPERATION, BASE, None) == f"{BASE}/things?key={provider_key(OPERATION, KeyFormat.UUID, 36)}"
    )


def test_a_lookup_does_not_know_the_input() -> None:
    assert lookup_url(listed("/things", {"sku": "{input.sku}"}), OPERATION, BASE, None) == f"{BASE}/things"


@pytest.mark.parametrize(
    ("query", "expected"),
    [({}, "?starting_after=thing+9"), ({"limit": 100}, "?limit=100&starting_after=thing+9")],
)
def test_the_next_page_begins_at_the_cursor(query: dict[str, Json], expected: str) -> None:
    assert lookup_url(listed("/things", query), OPERATION, BASE, "thing 9") == f"{BASE}/things{expected}"


def test_a_list_without_pages_takes_no_cursor() -> None:
    assert lookup_url(LISTED, OPERATION, BASE, "thing-9") == lookup_url(LISTED, OPERATION, BASE, None)


def test_a_lookup_that_the_contract_does_not_have_is_a_defect_of_ours() -> None:
    with pytest.raises(ValueError, match=r"^bare\.order has no lookup$"):
        lookup_url(BARE, OPERATION, BASE, None)


def test_what_a_found_object_must_match_is_filled_in() -> None:
    scope = operation_scope(LISTED, OPERATION)
    assert fill("order {operation.id}", scope) == f"order {OPERATION}"
    assert fill("{operation.key}{input.sku}", scope) == OPERATION
