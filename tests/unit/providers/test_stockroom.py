import pytest

from cli.providers.fields import Fields
from cli.providers.inventory.stockroom import Stockroom
from cli.providers.refusals import InvalidField, Refusal


def adjustment(sku: str = "sku-1", delta: int = -2, reference: str = "order-1") -> Fields:
    return Fields({"sku": sku, "delta": delta, "reference": reference})


def test_the_same_adjustment_twice_is_two_adjustments() -> None:
    stockroom = Stockroom()
    first, second = stockroom.adjust(adjustment()), stockroom.adjust(adjustment())
    assert first.id != second.id
    assert (first.stock, second.stock) == (998, 996)
    assert stockroom.effects() == {"count": 2, "by_reference": {"order-1": 2}}


def test_adjustments_are_found_by_id_and_by_reference() -> None:
    stockroom = Stockroom()
    wanted = stockroom.adjust(adjustment(reference="order-1"))
    stockroom.adjust(adjustment(reference="order-2"))
    assert stockroom.find(wanted.id) == wanted
    assert [one["id"] for one in stockroom.search("order-1")] == [wanted.id]
    assert len(stockroom.search(None)) == 2


@pytest.mark.parametrize(
    ("sku", "status", "error"),
    [
        ("sku-empty", 409, "insufficient_stock"),
        ("sku-poison", 422, "unknown_sku"),
        ("bolt", 404, "unknown_sku"),
    ],
)
def test_what_is_not_in_stock_is_refused_and_changes_nothing(sku: str, status: int, error: str) -> None:
    stockroom = Stockroom()
    with pytest.raises(Refusal) as refused:
        stockroom.adjust(adjustment(sku))
    assert (refused.value.status, refused.value.error) == (status, error)
    assert stockroom.effects()["count"] == 0


def test_no_adjustment_is_by_zero() -> None:
    with pytest.raises(InvalidField, match="delta"):
        Stockroom().adjust(adjustment(delta=0))


def test_a_poisoned_sku_can_be_mended() -> None:
    stockroom = Stockroom()
    stockroom.set_stock("sku-poison", 5)
    assert stockroom.adjust(adjustment("sku-poison")).stock == 3


def test_an_outage_refuses_credentials_until_it_ends() -> None:
    stockroom = Stockroom()
    stockroom.set_outage(on=True)
    with pytest.raises(Refusal) as refused:
        stockroom.adjust(adjustment())
    stockroom.set_outage(on=False)
    assert refused.value.status == 401
    assert stockroom.adjust(adjustment()).stock == 998


def test_a_reset_forgets_everything() -> None:
    stockroom = Stockroom()
    stockroom.adjust(adjustment())
    stockroom.set_outage(on=True)
    stockroom.reset()
    assert stockroom.adjust(adjustment()).stock == 998
