"""All pairs of states against the table of ways between them."""

import pytest

from oncestep.domain.errors import IllegalTransition
from oncestep.domain.states import State, advance
from tests.unit.domain.tables import cells_of

WAYS = cells_of("""
    from\\to    accepted in_flight unknown confirmed rejected dismissed superseded
    accepted   stay     go        .       go        .        go        go
    in_flight  go       stay      go      go        go       .         .
    unknown    go       go        stay    go        go       go        .
    confirmed  .        .         .       stay      .        .         .
    rejected   .        .         .       .         stay     .         .
    dismissed  .        .         .       .         .        stay      .
    superseded .        .         .       .         .        .         stay
""")


def test_the_table_names_every_pair_of_states() -> None:
    assert [(before, after) for before, after, _ in WAYS] == [(before, after) for before in State for after in State]


@pytest.mark.parametrize(("before", "after"), [(before, after) for before, after, way in WAYS if way != "."])
def test_a_state_stays_or_goes_where_the_table_has_a_way(before: str, after: str) -> None:
    assert advance(State(before), State(after)) is State(after)


@pytest.mark.parametrize(("before", "after"), [(before, after) for before, after, way in WAYS if way == "."])
def test_a_state_goes_nowhere_else(before: str, after: str) -> None:
    with pytest.raises(IllegalTransition, match=f"^no way from {before} to {after}$"):
        advance(State(before), State(after))


def test_a_state_that_nothing_leaves_is_terminal() -> None:
    assert {state for state in State if state.terminal} == {
        State.CONFIRMED,
        State.REJECTED,
        State.DISMISSED,
        State.SUPERSEDED,
    }
