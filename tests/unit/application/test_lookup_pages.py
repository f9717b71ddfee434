"""A lookup that reads a list page by page: what it finds counts, and only the whole list can show that it is absent."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias
from urllib.parse import parse_qs, urlsplit

import pytest

from oncestep.application.ports import Outgoing
from oncestep.domain.contract import NextPage
from oncestep.domain.outcomes import Evidence
from oncestep.domain.states import State
from tests.support.actions import LISTED, LOOKUP
from tests.support.provider import Behaviour, answer
from tests.support.world import World, id_of

PAGED = replace(LOOKUP, query={}, max_pages=3, next_page=NextPage(parameter="after", cursor="id", more="has_more"))
MINUTE = 60_000

Page: TypeAlias = tuple[Sequence[object], object]
"""The items of a page, and what it says of there being more."""

OTHERS: Sequence[object] = [{"id": "thing-7", "reference": "another"}]


@pytest.fixture
def world() -> World:
    made = World()
    made.catalog.known = (replace(LISTED, lookup=PAGED),)
    return made


def paged(pages: Sequence[Page]) -> Behaviour:
    """A provider that shows one page after the other, to whoever asks for what comes after the last one's item."""
    shown: list[Page] = []

    def listing(request: Outgoing) -> Evidence:
        after = parse_qs(urlsplit(request.url).query).get("after")
        assert after in (None, ["thing-7"])
        if after is None:
            shown.clear()
        shown.append(pages[len(shown)])
        items, more = shown[-1]
        return answer(200, {"data": items, "has_more": more})

    return listing


def looked_up(world: World, pages: Sequence[Page]) -> tuple[str, int]:
    """The row's state after one lookup of those pages, and how many requests have been sent."""
    world.provider.listing = paged(pages)
    reply = world.call_lost("listed")
    world.run(MINUTE)
    return world.row(reply).state, len(world.provider.sent)


@pytest.mark.parametrize("before", [1, 2])
def test_what_lies_on_a_later_page_is_found(world: World, before: int) -> None:
    ours = {"id": "thing-8", "reference": id_of("listed")}
    assert looked_up(world, [*[(OTHERS, True)] * before, ([ours], False)]) == (State.CONFIRMED, 1)


def test_what_lies_on_the_last_page_that_is_read_is_found_though_the_list_goes_on(world: World) -> None:
    ours = {"id": "thing-8", "reference": id_of("listed")}
    assert looked_up(world, [*[(OTHERS, True)] * 2, ([ours], True)]) == (State.CONFIRMED, 1)


@pytest.mark.parametrize("more", [False, None])
@pytest.mark.parametrize("before", [0, 1, 2])
def test_what_is_on_no_page_of_the_whole_list_is_absent_and_sent_again(world: World, before: int, more: object) -> None:
    assert looked_up(world, [*[(OTHERS, True)] * before, (OTHERS, more)]) == (State.CONFIRMED, 2)


@pytest.mark.parametrize(
    "pages",
    [
        pytest.param([(OTHERS, True)] * 3, id="more pages than are read"),
        pytest.param([([], True)], id="an empty page before the end"),
        pytest.param([([{"reference": "another"}], True)], id="an item without a cursor"),
        pytest.param([([{"id": {"of": "thing"}}], True)], id="a cursor that is no text"),
        pytest.param([(["thing-7"], True)], id="an item that is no object"),
        pytest.param([(OTHERS, {"cursor": "thing-7"}), ([], True)], id="more is an object"),
        pytest.param([(OTHERS, ["thing-7"]), ([], True)], id="more is a list"),
        pytest.param([(OTHERS, "thing-7"), ([], "thing-7")], id="more is a cursor"),
    ],
)
def test_a_list_that_was_not_read_to_its_end_shows_no_absence(world: World, pages: Sequence[Page]) -> None:
    assert looked_up(world, pages) == (State.UNKNOWN, 1)
