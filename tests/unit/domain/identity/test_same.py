"""Whether two JSON values are the same one, which Python and JSON do not agree on."""

import pytest

from oncestep.domain.identity import Json, same


@pytest.mark.parametrize("value", [None, True, False, 0, 1, 1.5, "", "a", [], [1], {}, {"a": None}])
def test_a_value_is_the_same_as_itself(value: Json) -> None:
    assert same(value, value)


@pytest.mark.parametrize(("one", "other"), [(1, 1.0), (0, -0.0), ([1], [1.0])])
def test_a_number_is_the_same_with_and_without_a_point(one: Json, other: Json) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [(True, 1), (False, 0), (0.0, False), ("1", 1), (None, False), (None, ""), ([], {}), ("a", "A")]
)
def test_values_of_two_types_differ(one: Json, other: Json) -> None:
    assert not same(one, other)
    assert not same(other, one)
