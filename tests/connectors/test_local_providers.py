"""The contracts of the local providers against those providers: what the fixtures say is what really comes."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from cli.local import local_providers, processes
from cli.local.local_providers import LocalProviders
from cli.local.places import ROOT, Places
from oncestep.adapters.address_guard import AddressGuard
from oncestep.adapters.urllib3_sender import Urllib3Sender
from oncestep.application.outgoing import outgoing
from oncestep.application.ports import Connection
from oncestep.domain.classify import classify
from oncestep.domain.contract import Action
from oncestep.domain.documents import parse
from oncestep.domain.freezing import freeze, lookup_url
from oncestep.domain.identity import Json
from oncestep.domain.operation import FrozenRequest
from oncestep.domain.outcomes import Answer, Confirmed, Evidence, NotApplied, Outcome, Rejected
from tests.connectors.fixtures import ACTIONS, Case
from tests.connectors.readings import NOW, meant, shown

pytestmark = pytest.mark.skipif(
    not (ROOT / ".local/localstripe/bin/python").exists(), reason="localstripe is installed by `make setup`"
)

PAYMENT: dict[str, Json] = {"amount": 1999, "currency": "eur", "payment_method": "pm_card_visa"}
DECLINED: dict[str, Json] = {**PAYMENT, "payment_method": "pm_card_chargeCustomerFail"}
CREDENTIALS = {"api_key": "sk_test_123456", "token": "secret"}


@dataclass(frozen=True, slots=True)
class Client:
    """Runs an action as the engine does, without its ledger."""

    providers: LocalProviders

    def send(self, full_name: str, value: Json, operation: str, **credentials: str) -> Outcome:
        action = _action(full_name)
        base_url = self.providers.direct[action.provider]
        request = freeze(action, meant(action, value), operation, base_url)
        return classify(action.outcomes, self._exchange(action, request, credentials), now=NOW)

    def look_up(self, full_name: str, operation: str) -> Case:
        action = _action(full_name)
        url = lookup_url(action, operation, self.providers.direct[action.provider], None)
        answer = self._exchange(action, FrozenRequest("GET", url), {})
        assert isinstance(answer, Answer)
        assert action.lookup is not None
        return shown(action, action.lookup, parse(answer.body), operation)

    def _exchange(self, action: Action, request: FrozenRequest, credentials: dict[str, str]) -> Evidence:
        base_url = self.providers.direct[action.provider]
        connection = Connection("default", "local", base_url, credentials={**CREDENTIALS, **credentials})
        sender = Urllib3Sender(AddressGuard(allow_loopback=True))
        return sender.send(outgoing(action, connection, request, timeout=action.timeout, now=0))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    places = Places(tmp_path_factory.mktemp("providers"))
    try:
        providers = local_providers.start(places)
        providers.wait_until_ready()
        yield Client(providers)
    finally:
        processes.stop_all(places)


@pytest.mark.parametrize("name", ["localstripe.create_payment", "localstripe.create_customer", "inventory.adjust"])
def test_a_sample_is_done_and_found(client: Client, name: str) -> None:
    operation = _operation(f"found{name}")
    done = client.send(name, _action(name).samples["input"], operation)
    assert isinstance(done, Confirmed)
    assert client.look_up(name, operation)["confirmed"] == [done.remote_id]


def test_a_refund_is_done_and_found(client: Client) -> None:
    paid = client.send("localstripe.create_payment", PAYMENT, _operation("paid"))
    assert isinstance(paid, Confirmed)
    value: Json = {"payment_intent": paid.remote_id, "amount": 500, "metadata": {"order": "1842"}}
    refunded = client.send("localstripe.create_refund", value, _operation("refund"))
    assert isinstance(refunded, Confirmed)
    assert client.look_up("localstripe.create_refund", _operation("refund"))["confirmed"] == [refunded.remote_id]


def test_a_declined_payment_is_found_but_not_as_applied(client: Client) -> None:
    refused = client.send("localstripe.create_payment", DECLINED, _operation("declined"))
    assert isinstance(refused, Rejected)
    assert (refused.status, refused.code, refused.message) == (402, "card_declined", "Your card was declined.")
    assert client.look_up("localstripe.create_payment", _operation("declined")).keys() == {"not_applied"}


def test_what_was_never_sent_is_not_found(client: Client) -> None:
    assert "confirmed" not in client.look_up("inventory.adjust", _operation("nobody"))


def test_an_empty_shelf_is_a_refusal(client: Client) -> None:
    refused = client.send("inventory.adjust", {"sku": "sku-empty", "delta": -1}, _operation("empty"))
    assert isinstance(refused, Rejected)
    assert refused.code == "insufficient_stock"


def test_wrong_credentials_wait_for_the_connection(client: Client) -> None:
    for name, value, credential in (
        ("localstripe.create_payment", PAYMENT, {"api_key": "nope"}),
        ("mail.send", _action("mail.send").samples["input"], {"token": " "}),
    ):
        refused = client.send(name, value, _operation(name), **credential)
        assert isinstance(refused, NotApplied)
        assert refused.attention == "connection"


def test_mail_keeps_its_promise_and_localstripe_makes_none(client: Client) -> None:
    def objects(name: str, value: Json) -> int:
        outcomes = [client.send(name, value, _operation(f"twice{name}")) for _ in range(2)]
        return len({outcome.remote_id for outcome in outcomes if isinstance(outcome, Confirmed)})

    assert objects("mail.send", _action("mail.send").samples["input"]) == 1
    assert objects("localstripe.create_payment", PAYMENT) == 2


def test_another_message_under_the_same_key_is_refused(client: Client) -> None:
    value: dict[str, Json] = {"to": "jenny.rosen@example.com", "subject": "One", "text": "One"}
    client.send("mail.send", value, _operation("reused"))
    refused = client.send("mail.send", {**value, "text": "Two"}, _operation("reused"))
    assert isinstance(refused, Rejected)
    assert refused.code == "invalid_idempotent_request"


def _action(full_name: str) -> Action:
    return next(action for action in ACTIONS if action.full_name == full_name)


def _operation(what: str) -> str:
    return f"op_{what.replace('.', '').replace('_', ''):a<26.26}"
