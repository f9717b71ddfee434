"""The state that all attempts prove together, for every combination of up to four results."""

from itertools import permutations, product

import pytest

from oncestep.domain.evidence import join
from oncestep.domain.operation import Attempt, AttemptResult
from oncestep.domain.states import State
from tests.unit.domain.rows import attempt

STRENGTH = {
    State.ACCEPTED: {AttemptResult.NOT_APPLIED},
    State.REJECTED: {AttemptResult.REJECTED},
    State.UNKNOWN: {AttemptResult.OPEN},
    State.CONFIRMED: {AttemptResult.CONFIRMED},
}
COMBINATIONS = [results for length in range(5) for results in product(AttemptResult, repeat=length)]


def attempts(results: tuple[AttemptResult, ...]) -> tuple[Attempt, ...]:
    return tuple(attempt(number, result) for number, result in enumerate(results, 1))


def strongest(results: tuple[AttemptResult, ...]) -> State:
    """In one sentence: the strongest state that some attempt proves, and accepted where there was none."""
    return [State.ACCEPTED, *(state for state, proofs in STRENGTH.items() if proofs & set(results))][-1]


def test_every_combination_of_up_to_four_attempts_is_tried() -> None:
    assert len(COMBINATIONS) == 1 + 4 + 16 + 64 + 256


@pytest.mark.parametrize("results", COMBINATIONS, ids=" ".join)
def test_the_join_is_the_strongest_of_what_the_attempts_prove(results: tuple[AttemptResult, ...]) -> None:
    assert join(attempts(results)) is strongest(results)


@pytest.mark.parametrize("results", [results for results in COMBINATIONS if len(set(results)) > 1], ids=" ".join)
def test_the_order_of_the_attempts_does_not_matter(results: tuple[AttemptResult, ...]) -> None:
    assert len({join(attempts(order)) for order in permutations(results)}) == 1
