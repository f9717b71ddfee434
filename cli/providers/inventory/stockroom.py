"""The stock and its adjustments, in memory. Knows nothing of HTTP beyond the status of a refusal."""

import uuid
from collections import Counter
from dataclasses import asdict, dataclass

from cli.providers.fields import Fields
from cli.providers.refusals import InvalidField, Refusal

KNOWN_PREFIX = "sku-"
POISON = "sku-poison"
INITIAL_STOCK = 1000
SPECIAL_STOCK = {"sku-empty": 0}


@dataclass(frozen=True, slots=True)
class Adjustment:
    id: str
    sku: str
    delta: int
    reference: str
    stock: int


class Stockroom:
    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self._stock: dict[str, int] = {}
        self._adjustments: dict[str, Adjustment] = {}
        self._outage = False

    def set_outage(self, *, on: bool) -> None:
        self._outage = on

    def set_stock(self, sku: str, stock: int) -> None:
        self._stock[sku] = stock

    def adjust(self, fields: Fields) -> Adjustment:
        self._check_credentials()
        sku, delta, reference = _read(fields)
        stock = self._stock_of(sku) + delta
        if stock < 0:
            raise Refusal(409, "insufficient_stock", f"{sku} would fall to {stock}", field="delta")
        self._stock[sku] = stock
        adjustment = Adjustment(f"adj_{uuid.uuid4().hex}", sku, delta, reference, stock)
        self._adjustments[adjustment.id] = adjustment
        return adjustment

    def find(self, adjustment_id: str) -> Adjustment:
        found = self._adjustments.get(adjustment_id)
        if found is None:
            raise Refusal(404, "not_found", f"there is no adjustment {adjustment_id}")
        return found

    def search(self, reference: str | None) -> list[dict[str, object]]:
        """Oldest first."""
        every = self._adjustments.values()
        return [asdict(one) for one in every if reference is None or one.reference == reference]

    def effects(self) -> dict[str, object]:
        by_reference = Counter(one.reference for one in self._adjustments.values())
        return {"count": len(self._adjustments), "by_reference": by_reference}

    def _check_credentials(self) -> None:
        if self._outage:
            raise Refusal(401, "credentials_refused", "these credentials are refused until the outage ends")

    def _stock_of(self, sku: str) -> int:
        if sku in self._stock:
            return self._stock[sku]
        if sku == POISON:
            raise Refusal(422, "unknown_sku", f"{sku} has never been stocked", field="sku")
        if not sku.startswith(KNOWN_PREFIX):
            raise Refusal(404, "unknown_sku", f"there is no {sku}", field="sku")
        return SPECIAL_STOCK.get(sku, INITIAL_STOCK)


def _read(fields: Fields) -> tuple[str, int, str]:
    delta = fields.integer("delta")
    if delta == 0:
        raise InvalidField("delta", "must not be zero")
    return fields.text("sku"), delta, fields.text("reference")
