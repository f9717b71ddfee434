import pytest

from cli.providers.fields import Fields
from cli.providers.mail.mailbox import Mailbox
from cli.providers.refusals import InvalidField, Refusal


def message(to: str = "ann@example.com") -> Fields:
    return Fields({"to": to, "subject": "Your order", "text": "It is on its way."})


def test_sendings_are_counted_by_key_and_by_address() -> None:
    mailbox = Mailbox()
    sent = [mailbox.send(message(), key) for key in ("k-1", "k-1", None)]
    assert len({one.id for one in sent}) == 3
    assert mailbox.effects() == {"count": 3, "by_key": {"k-1": 2}, "by_to": {"ann@example.com": 3}}


@pytest.mark.parametrize(
    "to",
    ["ann", "ann@", "@example.com", "ann@example", "a b@example.com", "ann@example.com."],
)
def test_an_invalid_address_is_refused(to: str) -> None:
    mailbox = Mailbox()
    with pytest.raises(InvalidField, match="to: "):
        mailbox.send(message(to), "k-1")
    assert mailbox.effects()["count"] == 0


def test_a_message_can_be_read_until_the_mailbox_is_cleared() -> None:
    mailbox = Mailbox()
    sent = mailbox.send(message(), "k-1")
    assert mailbox.find(sent.id) == sent
    mailbox.clear()
    with pytest.raises(Refusal, match=sent.id):
        mailbox.find(sent.id)
