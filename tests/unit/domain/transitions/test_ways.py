"""Every transition from every situation: where it leads, and where there is no way."""

import pytest

from oncestep.domain.operation import Operation
from oncestep.domain.states import State
from oncestep.domain.transitions import NotThatWay
from tests.unit.domain.tables import cells_of
from tests.unit.domain.transitions.scenes import MOVES, NOW, SCENES

# Capitals are states (F: in flight), ! is attention; a dot is no way; a dash is what its owner is not there to do.
WAYS = cells_of("""
    from                accepted stopped noted in_flight overdue looking unknown u_stopped u_noted confirmed rejected dismissed superseded
    claim_send          F        .       .     .         .       .       F       .         .       .         .        .         .
    claim_lookup        .        .       .     .         .       .       F       .         .       .         .        .         .
    lapse               .        .       .     .         U       .       .       .         .       .         .        .         .
    settle_confirmed    .        .       .     C         C       -       .       .         .       .         .        .         .
    settle_rejected     .        .       .     R         R       -       .       .         .       .         .        .         .
    settle_not_applied  .        .       .     A         A       -       .       .         .       .         .        .         .
    settle_unknown      .        .       .     U         U       -       .       .         .       .         .        .         .
    settle_found        .        .       .     -         -       C       .       .         .       .         .        .         .
    settle_absent       .        .       .     -         -       A       .       .         .       .         .        .         .
    settle_failed       .        .       .     -         -       U       .       .         .       .         .        .         .
    late_confirmed      C        C       C     F         F       F       C       C         C       C         R        D         S
    late_rejected       A        A!      A!    F         F       F       R       R         R       C         R        D         S
    late_not_applied    A        A!      A!    F         F       F       A       A!        A!      C         R        D         S
    late_unknown        A        A!      A!    F         F       F       U       U!        U!      C         R        D         S
    late_found          C        C       C     F         F       F       C       C         C       C         R        D         S
    late_absent         A        A!      A!    F         F       F       A       A!        A!      C         R        D         S
    stop                A!       .       .     .         .       .       U!      .         .       .         .        .         .
    announce            .        A!      .     .         .       .       .       U!        .       .         .        .         .
    note                .        A!      .     .         .       .       .       U!        .       .         .        .         .
    redrive             .        .       A     .         .       .       .       .         U       .         .        .         .
    sweep               A        .       .     F         F       F       U       .         .       .         .        .         .
    replay              A        A       A     .         .       .       U       U         U       .         .        .         .
    dismiss             D        D       D     .         .       .       D       D         D       .         .        .         .
    supersede           .        S       S     .         .       .       .       .         .       .         R        .         .
    resolve_confirmed   .        .       .     .         .       .       C       C         C       .         .        .         .
    resolve_not_applied .        .       .     .         .       .       A       A!        A!      .         .        .         .
""")  # noqa: E501 - a matrix is as wide as it is
LETTERS = dict(zip(State, "AFUCRDS", strict=True))
ALLOWED = [(move, scene) for move, scene, cell in WAYS if cell not in {".", "-"}]


def test_the_table_names_every_transition_and_every_situation() -> None:
    assert [(move, scene) for move, scene, _ in WAYS] == [(move, scene) for move in MOVES for scene in SCENES]


@pytest.mark.parametrize(("move", "scene", "cell"), [way for way in WAYS if way[2] not in {".", "-"}])
def test_a_transition_leads_where_the_table_says(move: str, scene: str, cell: str) -> None:
    after = MOVES[move](SCENES[scene])
    assert LETTERS[after.state] + "!" * bool(after.attention) == cell


@pytest.mark.parametrize(("move", "scene"), [(move, scene) for move, scene, cell in WAYS if cell == "."])
def test_a_transition_that_does_not_fit_the_row_is_refused(move: str, scene: str) -> None:
    with pytest.raises(NotThatWay):
        MOVES[move](SCENES[scene])


@pytest.mark.parametrize(("move", "scene"), ALLOWED)
def test_every_transition_makes_a_newer_version(move: str, scene: str) -> None:
    before = SCENES[scene]
    after = MOVES[move](before)
    assert after.version > before.version
    assert (before.updated_at, after.updated_at) == (before.updated_at, NOW.now)


@pytest.mark.parametrize(("move", "scene"), ALLOWED)
def test_no_transition_forgets_anything(move: str, scene: str) -> None:
    before = SCENES[scene]
    after = MOVES[move](before)
    assert [one.number for one in after.attempts[: len(before.attempts)]] == [one.number for one in before.attempts]
    assert after.history[: len(before.history)] == before.history
    assert after.lookups[: len(before.lookups)] == before.lookups


@pytest.mark.parametrize(("move", "scene"), ALLOWED)
def test_no_transition_changes_what_is_sent(move: str, scene: str) -> None:
    assert intent(MOVES[move](SCENES[scene])) == intent(SCENES[scene])


def intent(row: Operation) -> tuple[object, ...]:
    return row.operation_id, row.fingerprint, row.request, row.account, row.contract_version, row.created_at


@pytest.mark.parametrize(("move", "scene"), ALLOWED)
def test_a_row_that_goes_on_is_due_or_noted(move: str, scene: str) -> None:
    after = MOVES[move](SCENES[scene])
    assert after.state.terminal or after.due_at is not None or (after.attention and after.noted)


@pytest.mark.parametrize(("move", "scene"), ALLOWED)
def test_only_a_row_in_flight_is_held(move: str, scene: str) -> None:
    after = MOVES[move](SCENES[scene])
    held = after.state is State.IN_FLIGHT
    assert (after.lease_until is not None, after.purpose is not None) == (held, held)
