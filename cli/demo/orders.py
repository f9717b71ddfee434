"""An order: charge the card, take the article from the stock, send a mail; its number makes each step's key."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cli.demo.tool import Step
from cli.local.seed import CLIENT
from oncestep.domain.identity import operation_id

CHARGE, ADJUST, MAIL = "localstripe.create_payment", "inventory.adjust", "mail.send"
ACTIONS = (CHARGE, ADJUST, MAIL)


@dataclass(frozen=True, slots=True)
class Order:
    """One order of one run of the demo."""

    name: str
    scenario: str

    def key(self, action: str) -> str:
        """The builder maps the order's number; each action has its own keys."""
        return f"{self.name}-{action.partition('.')[2]}"

    def operation(self, action: str) -> str:
        """The operation that a step means: it follows from client, action and key."""
        return operation_id(CLIENT, action, self.key(action))

    def value(self, action: str) -> Mapping[str, Any]:
        """What the builder has mapped into the step's fields."""
        match action:
            case "localstripe.create_payment":
                return {
                    "amount": 1999,
                    "currency": "eur",
                    "payment_method": "pm_card_visa",
                    "metadata": {"order": self.name},
                }
            case "inventory.adjust":
                return {"sku": "sku-book", "delta": -1}
            case _:
                return {"to": f"{self.name}@shop.example", "subject": f"Order {self.name}", "text": "Thank you."}


@dataclass(slots=True)
class Result:
    """What became of an order: the steps as the tool saw them."""

    order: Order
    steps: list[Step] = field(default_factory=list)

    @property
    def calls(self) -> int:
        """How often the tool called, for all steps."""
        return sum(step.calls for step in self.steps)

    @property
    def replayed(self) -> int:
        """How many calls were answered from the ledger instead of being done again."""
        return sum(step.replayed for step in self.steps)
