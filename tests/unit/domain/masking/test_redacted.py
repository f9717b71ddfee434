"""What persons see of an input with sensitive fields."""

import pytest

from oncestep.domain.identity import Json
from oncestep.domain.masks import MASK
from oncestep.domain.redaction import redacted

SENSITIVE = frozenset({"iban", "address"})


@pytest.mark.parametrize("value", ["DE89", 5, None, False, ["DE89"], {"zip": "10115"}, ""])
def test_a_sensitive_field_is_masked_whatever_it_holds(value: Json) -> None:
    assert redacted({"iban": value, "amount": 5}, SENSITIVE) == {"iban": MASK, "amount": 5}


def test_it_is_masked_at_any_depth() -> None:
    given: Json = {"payer": {"iban": "DE89", "names": [{"address": {"zip": "10115"}, "first": "Ann"}]}}
    assert redacted(given, SENSITIVE) == {"payer": {"iban": MASK, "names": [{"address": MASK, "first": "Ann"}]}}


@pytest.mark.parametrize("given", [{"IBAN": "DE89"}, {"note": "iban"}, ["iban"], "iban", None, {}])
def test_everything_else_is_shown(given: Json) -> None:
    assert redacted(given, SENSITIVE) == given


def test_the_given_value_is_left_alone() -> None:
    given: Json = {"payer": {"iban": "DE89"}}
    redacted(given, SENSITIVE)
    assert given == {"payer": {"iban": "DE89"}}
