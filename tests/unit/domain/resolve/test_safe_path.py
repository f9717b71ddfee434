"""Whether trying again can make no second effect: what a replay and a redrive need."""

from dataclasses import replace

import pytest

from oncestep.domain.operation import AttemptResult
from oncestep.domain.resolve import safe_path
from oncestep.domain.states import State
from tests.support.actions import DAY
from tests.support.fakes import START
from tests.unit.domain.resolve.kinds import KINDS
from tests.unit.domain.rows import attempted
from tests.unit.domain.tables import rows_of

UNKNOWN = rows_of("""
    keyed      safe  unsafe
    replaying  safe  unsafe
    forever    safe  safe
    both       safe  safe
    listed     safe  safe
    unbounded  safe  safe
    bare       unsafe unsafe
    unverified unsafe unsafe
""")


def test_the_table_names_every_kind() -> None:
    assert {kind for kind, _, _ in UNKNOWN} == set(KINDS)


@pytest.mark.parametrize(("kind", "inside", "outside"), UNKNOWN)
def test_an_unknown_is_safe_within_the_key_s_window_or_with_a_lookup(kind: str, inside: str, outside: str) -> None:
    unknown = attempted(AttemptResult.OPEN)
    assert safe_path(unknown, KINDS[kind], START) is (inside == "safe")
    assert safe_path(unknown, KINDS[kind], START + DAY) is (outside == "safe")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("state", [state for state in State if state is not State.UNKNOWN])
def test_any_other_state_has_nothing_to_repeat(kind: str, state: State) -> None:
    row = replace(attempted(AttemptResult.NOT_APPLIED), state=state)
    assert safe_path(row, KINDS[kind], START + DAY)
