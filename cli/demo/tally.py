"""Counting at the providers, and nowhere else: what is in their books is what happened."""

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cli.demo.orders import ACTIONS, Order
from cli.providers.client import inventory_effects, mail_effects, payment_effects


@dataclass(frozen=True, slots=True)
class Tally:
    """`effects`: how often each expected operation happened, by operation ID."""

    effects: Mapping[str, int]

    @property
    def total(self) -> int:
        """All effects."""
        return sum(self.effects.values())

    @property
    def duplicates(self) -> int:
        """Effects beyond the first of their operation."""
        return sum(count - 1 for count in self.effects.values() if count > 1)

    @property
    def lost(self) -> int:
        """Operations that never happened."""
        return sum(count == 0 for count in self.effects.values())

    def of(self, orders: Iterable[Order]) -> int:
        """The effects of these orders."""
        return sum(self.effects[order.operation(action)] for order in orders for action in ACTIONS)


def count(providers: Mapping[str, str], orders: Iterable[Order]) -> Tally:
    """What the providers' books say of these orders."""
    any_key = f"sk_test_{secrets.token_hex(8)}"  # localstripe asks for a key of this form, and takes each
    booked: Counter[str] = payment_effects(providers["localstripe"], any_key)
    booked += inventory_effects(providers["inventory"])
    booked += mail_effects(providers["mail"])
    return Tally({order.operation(action): booked[order.operation(action)] for order in orders for action in ACTIONS})
