"""Steps of a flow, as a builder sets them up: an action, its fields and the key of the run."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cli.local.seed import CLIENT
from oncestep.domain.identity import operation_id


@dataclass(frozen=True, slots=True)
class Step:
    """`mark` is what the provider's books know it by, and what a fault recognises it by."""

    action: str
    value: Mapping[str, Any]
    key: str
    mark: str
    client: str = CLIENT

    @property
    def operation_id(self) -> str:
        """The operation that it means."""
        return operation_id(self.client, self.action, self.key)

    @property
    def path(self) -> str:
        """Where it is posted."""
        return f"/actions/{self.action.replace('.', '/')}"

    @property
    def provider(self) -> str:
        """Whose books have its effect: requests without a contract of their own go to the inventory here."""
        name = self.action.partition(".")[0]
        return "inventory" if name == "http" else name

    @property
    def body(self) -> dict[str, Any]:
        """What is posted."""
        return {"input": dict(self.value), "idempotency_key": self.key}


def step(action: str, value: Mapping[str, Any], *, key: str | None = None, client: str = CLIENT) -> Step:
    """A step that the provider knows by its operation; with a key of its own unless one is given."""
    key = key or _fresh()
    return Step(action, value, key, operation_id(client, action, key), client)


def adjustment(sku: str = "sku-book", *, key: str | None = None, client: str = CLIENT) -> Step:
    """At a provider with a lookup, and without keys."""
    return step("inventory.adjust", {"sku": sku, "delta": -1}, key=key, client=client)


def message(text: str = "Thank you.") -> Step:
    """At a provider with keys, and without a lookup."""
    return step("mail.send", {"to": "ann@shop.example", "subject": "Your order", "text": text})


def payment(payment_method: str = "pm_card_visa") -> Step:
    """At a provider shaped like Stripe, with a lookup."""
    return step("localstripe.create_payment", {"amount": 1999, "currency": "eur", "payment_method": payment_method})


def bare_request(**more: object) -> Step:
    """At a provider of which nothing is known: neither keys nor a lookup."""
    key = _fresh()
    body = json.dumps({"sku": "sku-book", "delta": -1, "reference": key})
    return Step("http.request", {"path": "/adjustments", "body": body, **more}, key, mark=key)


def _fresh() -> str:
    return secrets.token_hex(8)
