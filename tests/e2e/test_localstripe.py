"""A provider shaped like Stripe: payments, refunds, customers, and cards that are declined."""

from tests.support.api import Api
from tests.support.outside import Outside
from tests.support.problems import problem_in
from tests.support.steps import payment, step


def test_a_payment_is_made_once(builder: Api, outside: Outside) -> None:
    charge = payment()
    first, second = builder.run(charge), builder.run(charge)
    assert (first.status_code, second.json()) == (200, {**first.json(), "replayed": True})
    result = first.json()["result"]
    assert (result["status"], result["amount"], result["currency"]) == ("succeeded", 1999, "eur")
    assert result["metadata"] == {"oncestep_operation": charge.operation_id}
    assert outside.effects(charge) == 1


def test_a_payment_is_refunded_once(builder: Api, outside: Outside) -> None:
    paid = builder.run(payment()).json()["remote_id"]
    refund = step("localstripe.create_refund", {"payment_intent": paid, "amount": 500})
    first, second = builder.run(refund), builder.run(refund)
    assert (first.status_code, second.json()) == (200, {**first.json(), "replayed": True})
    result = first.json()["result"]
    assert (result["object"], result["amount"], result["payment_intent"]) == ("refund", 500, paid)
    assert len(outside.sent(refund)) == 1


def test_a_customer_is_created_once(builder: Api, outside: Outside) -> None:
    customer = step("localstripe.create_customer", {"email": "ann@shop.example", "name": "Ann"})
    first, second = builder.run(customer), builder.run(customer)
    assert (first.status_code, second.json()) == (200, {**first.json(), "replayed": True})
    assert first.json()["remote_id"].startswith("cus_")
    assert first.json()["result"]["email"] == "ann@shop.example"
    assert len(outside.sent(customer)) == 1


def test_a_declined_card_is_a_refusal_and_stays_one(builder: Api, outside: Outside) -> None:
    charge = payment("pm_card_chargeCustomerFail")
    problem = problem_in(builder.run(charge))
    assert (problem.status, problem.code, problem.retryable) == (424, "provider_rejected", False)
    assert (problem.rest["provider_status"], problem.rest["provider_code"]) == (402, "card_declined")
    assert problem.rest["provider_message"] == "Your card was declined."
    assert problem_in(builder.run(charge)) == problem.replayed
    assert (outside.effects(charge), len(outside.sent(charge))) == (0, 1)
