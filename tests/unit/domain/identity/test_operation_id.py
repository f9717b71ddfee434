"""The operation's ID: derived, so that two racing requests can only ever meet on the same row."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from oncestep.domain.identity import OPERATION_ID, operation_id, successor_key

NAMES = st.tuples(st.text(), st.text(), st.text())


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("acme", "stripe.create_refund", "order-1842"), "op_dqmxyz7gjdhgwe7duhqu3wxoba"),
        (("acme", "keyed.order", "order-1"), "op_ppxl7fhk3unyvzro2ok435zbwu"),
        (("kunde-ü", "http.request", "a key, with a comma"), "op_gikcrctb2w3gb7yor27fddkugv"),
    ],
)
def test_an_id_never_changes_from_one_release_to_the_next(names: tuple[str, str, str], expected: str) -> None:
    assert operation_id(*names) == expected


@given(NAMES)
def test_an_id_has_29_lower_case_characters(names: tuple[str, str, str]) -> None:
    assert OPERATION_ID.fullmatch(operation_id(*names))
    assert len(operation_id(*names)) == 29


@given(NAMES, NAMES)
def test_other_names_have_another_id(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    assume(one != other)
    assert operation_id(*one) != operation_id(*other)


@given(st.text(min_size=2), st.data())
def test_moving_a_border_between_names_makes_another_id(text: str, data: st.DataObject) -> None:
    """Without length prefixes ("ab", "c") and ("a", "bc") would be the same bytes."""
    at, then = data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=2, unique=True))
    assert operation_id(text[:at], text[at:], "key") != operation_id(text[:then], text[then:], "key")
    assert operation_id("acme", text[:at], text[at:]) != operation_id("acme", text[:then], text[then:])


@pytest.mark.parametrize(
    "text", ["", "op_", "op_dqmxyz7gjdhgwe7duhqu3wxob", "OP_dqmxyz7gjdhgwe7duhqu3wxoba", "op_1" * 8]
)
def test_other_texts_are_no_ids(text: str) -> None:
    assert not OPERATION_ID.fullmatch(text)


def test_a_successor_has_a_key_of_its_own_for_each_revision() -> None:
    assert successor_key("op_parent", 1) == "op_parent.fix.1"
    assert len({successor_key(parent, revision) for parent in ("op_a", "op_b") for revision in (1, 2)}) == 4
