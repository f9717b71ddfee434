"""Signatures, checked with the library that receivers use."""

import time
from dataclasses import replace

import pytest
from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError

from cli.callbacks import new_signing_secret
from oncestep.application.signing import signature_headers
from oncestep.domain.errors import UnknownConnection
from oncestep.domain.operation import FrozenRequest

BODY = '{"type": "operation.succeeded", "data": {"note": "größer"}}'.encode()
REQUEST = FrozenRequest("POST", "https://caller.example/", (("Webhook-Id", "op_1"),), BODY)


def signed(secrets: str, *, age: int = 0) -> dict[str, str]:
    """All headers of a message that was sent so many seconds ago."""
    headers = signature_headers(secrets, REQUEST, int((time.time() - age) * 1000))
    return {"webhook-id": "op_1", **dict(headers)}


def test_a_receiver_with_the_secret_takes_it() -> None:
    secret = new_signing_secret()
    assert Webhook(secret).verify(BODY, signed(secret))["type"] == "operation.succeeded"


def test_while_a_secret_is_replaced_receivers_with_either_take_it() -> None:
    old, new = new_signing_secret(), new_signing_secret()
    for secret in (old, new):
        assert Webhook(secret).verify(BODY, signed(f"{new} {old}"))


@pytest.mark.parametrize("age", [-600, 600], ids=["from the future", "replayed"])
def test_a_receiver_refuses_another_time(age: int) -> None:
    secret = new_signing_secret()
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(BODY, signed(secret, age=age))


def test_a_receiver_with_another_secret_refuses_it() -> None:
    with pytest.raises(WebhookVerificationError):
        Webhook(new_signing_secret()).verify(BODY, signed(new_signing_secret()))


@pytest.mark.parametrize("secret", ["whsec_bm8= whsec_n", "whsec_%%", "ä"])
def test_what_is_no_secret_is_named_and_not_shown(secret: str) -> None:
    with pytest.raises(UnknownConnection, match="signing secret must be") as refusal:
        signed(secret)
    assert secret not in str(refusal.value)


@pytest.mark.parametrize("secret", ["whsec_", " "])
def test_nothing_is_signed_with_an_empty_secret(secret: str) -> None:
    with pytest.raises(UnknownConnection, match="signing secret must be"):
        signed(secret)


@pytest.mark.parametrize("headers", [(), (("Content-Type", "application/json"),)])
def test_a_request_without_an_id_is_not_signed(headers: tuple[tuple[str, str], ...]) -> None:
    request = replace(REQUEST, headers=headers)
    with pytest.raises(UnknownConnection, match="only a request with the header webhook-id can be signed"):
        signature_headers(new_signing_secret(), request, 0)
