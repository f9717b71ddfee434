"""A lookup that reads a list page by page: what it finds counts, and only the whole list can show that it is absent."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias
from urllib.parse import parse_qs, urlsplit

import pytest

from oncestep.application.ports import Outgoing
from oncestep.domain.contract import NextPage, OutcomeName, Rule
from oncestep.domain.outcomes import Answer, Evidence
from oncestep.domain.states import Attention, State
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
        pytest.param([(["thing-7"], False)], id="items are IDs"),
        pytest.param([([None], False)], id="items are null"),
        pytest.param([([[{"id": "thing-8", "reference": id_of("listed")}]], False)], id="items are lists"),
        pytest.param([([{"reference": [id_of("listed")]}], False)], id="the mark is in a list"),
        pytest.param([([{"reference": {"id": id_of("listed")}}], False)], id="the mark is in an object"),
    ],
)
def test_a_list_that_was_not_read_to_its_end_shows_no_absence(world: World, pages: Sequence[Page]) -> None:
    assert looked_up(world, pages) == (State.UNKNOWN, 1)


@pytest.mark.parametrize(
    "answered",
    [
        pytest.param(answer(200, {"data": []}), id="nothing is said of there being more"),
        pytest.param(answer(200, {"data": None, "has_more": False}), id="no list"),
        pytest.param(answer(202, {"data": [], "has_more": False}), id="made later"),
        pytest.param(answer(206, {"data": [], "has_more": False}), id="a part"),
        pytest.param(answer(200, {"data": [], "has_more": False, "ok": False}), id="the success test fails"),
        pytest.param(Answer(200, {}, b'{"data": [], "has_more": false, "ok": true}', truncated=True), id="cut off"),
        pytest.param(Answer(200, {}, b""), id="empty"),
    ],
)
def test_an_answer_that_is_no_whole_list_shows_no_absence(world: World, answered: Answer) -> None:
    [listed] = world.catalog.known
    strict = replace(listed.outcomes, success={"ok": True} if b'"ok"' in answered.body else {})
    world.catalog.known = (replace(listed, outcomes=strict),)
    world.provider.listing = lambda _: answered
    world.provider.next = [world.provider.lose]
    reply = world.call("listed")
    world.run(MINUTE)
    assert (world.row(reply).state, len(world.provider.sent)) == (State.UNKNOWN, 1)
    assert {made.result for made in world.row(reply).lookups} == {"lookupfailed"}


def test_an_object_that_another_mark_rules_out_need_not_be_read(world: World) -> None:
    [listed] = world.catalog.known
    match = {"kind": "order", "reference": "{operation.id}"}
    world.catalog.known = (replace(listed, lookup=replace(PAGED, match=match)),)
    foreign = {"id": "thing-7", "kind": "invoice", "reference": {"of": "another"}}
    ours = {"id": "thing-8", "kind": "order", "reference": id_of("listed")}
    assert looked_up(world, [([foreign, ours], False)]) == (State.CONFIRMED, 1)


def test_a_success_test_that_a_list_does_not_know_is_no_hindrance(world: World) -> None:
    world.with_action("listed", lambda action: replace(action, outcomes=replace(action.outcomes, success={"id": "x"})))
    ours = {"id": "thing-8", "reference": id_of("listed")}
    assert looked_up(world, [([ours], False)]) == (State.CONFIRMED, 1)


def test_what_was_undecided_and_then_declined_was_not_applied(world: World) -> None:
    [listed] = world.catalog.known
    rules = (
        Rule(OutcomeName.UNKNOWN, where={"status": "pending"}),
        Rule(OutcomeName.NOT_APPLIED, where={"status": "declined"}),
    )
    world.catalog.known = (replace(listed, lookup=replace(PAGED, rules=rules)),)
    statuses = iter(["pending"])

    def listing(_: Outgoing) -> Evidence:
        thing = {"id": "thing-8", "reference": id_of("listed"), "status": next(statuses, "declined")}
        return answer(200, {"data": [thing], "has_more": False})

    world.provider.listing = listing
    reply = world.call_lost("listed")
    world.run(10 * MINUTE)
    assert (world.row(reply).state, len(world.provider.sent)) == (State.CONFIRMED, 2)


def test_a_lookup_that_failed_says_why_on_the_row(world: World) -> None:
    world.provider.listing = lambda _: Answer(200, {}, b"<h1>Welcome</h1>")
    reply = world.call_lost("listed")
    world.run(MINUTE)
    assert "lookupfailed: unreadable_list" in {entry.detail for entry in world.row(reply).history}


def test_a_mark_in_capitals_is_ours(world: World) -> None:
    ours = {"id": "thing-8", "reference": id_of("listed").upper()}
    assert looked_up(world, [([ours], False)]) == (State.CONFIRMED, 1)


def test_two_objects_without_ids_are_two_effects(world: World) -> None:
    ours = [{"reference": id_of("listed"), "made_at": second} for second in (1, 2)]
    assert looked_up(world, [(ours, False)]) == (State.UNKNOWN, 1)
    assert world.signals.counts["DuplicateEffect"] == 1


def test_one_object_that_is_listed_twice_is_one_effect(world: World) -> None:
    ours = {"reference": id_of("listed")}
    assert looked_up(world, [([ours, ours], False)]) == (State.CONFIRMED, 1)


@pytest.mark.parametrize(
    "first",
    [
        pytest.param([{"id": name, "reference": id_of("listed")} for name in ("thing-8", "thing-9")], id="ambiguous"),
        pytest.param([{"id": "thing-8", "reference": id_of("listed"), "status": "pending"}], id="undecided"),
    ],
)
def test_what_was_seen_once_does_not_become_absent(world: World, first: list[object]) -> None:
    [listed] = world.catalog.known
    pending = Rule(OutcomeName.UNKNOWN, where={"status": "pending"})
    world.catalog.known = (replace(listed, lookup=replace(PAGED, rules=(pending,))),)
    lists = iter([first])
    world.provider.listing = lambda _: answer(200, {"data": next(lists, []), "has_more": False})
    reply = world.call_lost("listed")
    world.run(MINUTE)
    if world.row(reply).attention:
        world.operate.replay(world.order(reply))
    world.run(60 * MINUTE)
    assert (world.row(reply).state, world.row(reply).attention) == (State.UNKNOWN, Attention.RETRIES_EXHAUSTED)
    assert len(world.provider.sent) == 1


def test_a_person_s_word_counts_more_than_what_was_seen(world: World) -> None:
    """They say that the first attempt made nothing; what a later lookup shows of the next one counts again."""
    both = [{"id": name, "reference": id_of("listed")} for name in ("thing-8", "thing-9")]
    lists = iter([both])
    world.provider.listing = lambda _: answer(200, {"data": next(lists, []), "has_more": False})
    reply = world.call_lost("listed")
    world.run(MINUTE)
    world.operate.resolve_not_applied(world.order(reply), seen=1)
    world.provider.next = [world.provider.lose]
    world.operate.replay(world.order(reply))
    world.run(10 * MINUTE)
    assert (world.row(reply).state, len(world.provider.sent)) == (State.CONFIRMED, 3)


def test_a_defect_of_ours_while_looking_up_leaves_nothing_in_flight(world: World) -> None:
    def fail(_: Outgoing) -> Evidence:
        raise TypeError("a defect")

    world.provider.listing = fail
    reply = world.call_lost("listed")
    world.run(MINUTE)
    assert (world.row(reply).state, len(world.provider.sent)) == (State.UNKNOWN, 1)
    assert world.signals.counts["SenderFailed"] >= 1
