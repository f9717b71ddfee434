"""What the state of an object proves that a lookup found."""

from dataclasses import replace

import pytest

from oncestep.domain.classify import classify_found
from oncestep.domain.contract import OutcomeName, Rule
from oncestep.domain.identity import Json
from tests.support.actions import LOOKUP

PAYMENTS = replace(
    LOOKUP,
    rules=(
        Rule(OutcomeName.NOT_APPLIED, where={"status": "declined"}),
        Rule(OutcomeName.UNKNOWN, where={"status": "pending", "captured": False}),
        Rule(OutcomeName.UNKNOWN, where={"status": "declined"}),
    ),
)


@pytest.mark.parametrize("item", [{"status": "paid"}, {"status": "pending", "captured": True}, {}, "paid", None])
def test_an_object_that_is_there_confirms(item: Json) -> None:
    assert classify_found(PAYMENTS, item) is OutcomeName.CONFIRMED


@pytest.mark.parametrize(
    ("item", "proves"),
    [
        ({"status": "declined"}, OutcomeName.NOT_APPLIED),
        ({"status": "pending", "captured": False}, OutcomeName.UNKNOWN),
    ],
)
def test_unless_the_first_rule_that_matches_says_otherwise(item: Json, proves: OutcomeName) -> None:
    assert classify_found(PAYMENTS, item) is proves


@pytest.mark.parametrize("item", [{"status": "declined"}, {}, None])
def test_without_rules_every_object_confirms(item: Json) -> None:
    assert classify_found(LOOKUP, item) is OutcomeName.CONFIRMED
