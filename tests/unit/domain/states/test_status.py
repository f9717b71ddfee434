"""What a caller sees of each state, with and without a reason to stop."""

from dataclasses import replace

import pytest

from oncestep.domain.states import Attention, State, Status
from tests.unit.domain.rows import fresh
from tests.unit.domain.tables import rows_of

SEEN = rows_of("""
    accepted   processing needs_input
    in_flight  processing needs_input
    unknown    processing needs_input
    confirmed  succeeded  succeeded
    rejected   failed     failed
    dismissed  failed     failed
    superseded failed     failed
""")


def test_the_table_names_every_state() -> None:
    assert [state for state, _, _ in SEEN] == list(State)


@pytest.mark.parametrize(("state", "going_on", "_stopped"), SEEN)
def test_an_operation_without_attention_shows_how_it_goes(state: str, going_on: str, _stopped: str) -> None:
    assert replace(fresh(), state=State(state)).status is Status(going_on)


@pytest.mark.parametrize("attention", Attention)
@pytest.mark.parametrize(("state", "_going_on", "stopped"), SEEN)
def test_attention_shows_until_the_operation_is_settled(
    state: str, _going_on: str, stopped: str, attention: Attention
) -> None:
    assert replace(fresh(), state=State(state), attention=attention).status is Status(stopped)
