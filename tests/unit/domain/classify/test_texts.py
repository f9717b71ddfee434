"""What is picked out of an answer: remote ID, error code, message, and the body itself."""

import hashlib
import json

import pytest

from oncestep.domain.classify import LONGEST_READ, classify
from oncestep.domain.contract import OutcomeRules
from oncestep.domain.identity import Json
from oncestep.domain.outcomes import Answer, Confirmed, NotApplied, Outcome, Rejected, Unknown

RULES = OutcomeRules(remote_id="data.0.id", error_code="error.code", error_message="error.message")


def outcome(status: int, body: bytes, rules: OutcomeRules = RULES, *, truncated: bool = False) -> Outcome:
    return classify(rules, Answer(status, {"content-type": "application/json"}, body, truncated), now=0)


def remote_id(value: Json) -> str | None:
    confirmed = outcome(200, json.dumps({"data": [{"id": value}]}).encode())
    assert isinstance(confirmed, Confirmed)
    return confirmed.remote_id


@pytest.mark.parametrize(("value", "text"), [("thing-1", "thing-1"), (42, "42"), (0, "0"), (1.5, "1.5"), ("", "")])
def test_a_remote_id_is_text_whatever_the_provider_sends(value: Json, text: str) -> None:
    assert remote_id(value) == text


@pytest.mark.parametrize("value", [None, True, False, [], {}, ["thing-1"], {"id": "thing-1"}])
def test_what_is_no_scalar_is_no_remote_id(value: Json) -> None:
    assert remote_id(value) is None


@pytest.mark.parametrize("body", [b"", b"{}", b'{"data": []}', b'{"data": {"id": 1}}', b"<html/>", b'[{"id": 1}]'])
def test_a_body_without_the_path_has_no_remote_id(body: bytes) -> None:
    confirmed = outcome(200, body)
    assert isinstance(confirmed, Confirmed)
    assert confirmed.remote_id is None


def test_a_contract_without_a_path_picks_no_remote_id() -> None:
    confirmed = outcome(200, b'{"id": "thing-1"}', OutcomeRules())
    assert isinstance(confirmed, Confirmed)
    assert confirmed.remote_id is None


def test_a_refusal_has_the_provider_s_code_and_message() -> None:
    refused = outcome(422, b'{"error": {"code": "no_stock", "message": "Sold out."}}')
    assert isinstance(refused, Rejected)
    assert (refused.status, refused.code, refused.message) == (422, "no_stock", "Sold out.")


def test_a_numeric_code_becomes_text() -> None:
    refused = outcome(422, b'{"error": {"code": 1042}}')
    assert isinstance(refused, Rejected)
    assert refused.code == "1042"


@pytest.mark.parametrize("status", [401, 429])
def test_what_was_not_applied_has_the_provider_s_message(status: int) -> None:
    not_applied = outcome(status, b'{"error": {"message": "Slow down."}}')
    assert isinstance(not_applied, NotApplied)
    assert not_applied.message == "Slow down."


def test_an_unknown_has_the_provider_s_message() -> None:
    unknown = outcome(500, b'{"error": {"message": "Oops."}}')
    assert isinstance(unknown, Unknown)
    assert unknown.message == "Oops."


@pytest.mark.parametrize("body", [b"Bad Gateway", b'{"error": {"message": null}}', b'{"error": "x"}', b""])
def test_without_a_readable_message_the_body_is_the_message(body: bytes) -> None:
    refused = outcome(400, body)
    assert isinstance(refused, Rejected)
    assert (refused.code, refused.message) == (None, body.decode())


def test_a_body_of_other_bytes_still_makes_a_message() -> None:
    refused = outcome(400, b"caf\xe9")
    assert isinstance(refused, Rejected)
    assert refused.message == "caf\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize("long", [b"x" * 9_000, json.dumps({"error": {"message": "x" * 9_000}}).encode()])
def test_a_message_has_an_end(long: bytes) -> None:
    refused = outcome(400, long)
    assert isinstance(refused, Rejected)
    assert refused.message == "x" * LONGEST_READ


@pytest.mark.parametrize("status", [200, 422])
@pytest.mark.parametrize("truncated", [False, True])
def test_a_settled_outcome_keeps_the_body_as_it_came(status: int, *, truncated: bool) -> None:
    settled = outcome(status, b'{"a": 1', truncated=truncated)
    assert isinstance(settled, Confirmed | Rejected)
    document = settled.document
    assert (document.content, document.media_type, document.truncated) == (b'{"a": 1', "application/json", truncated)
    assert document.digest == hashlib.sha256(b'{"a": 1').hexdigest()


def test_a_body_without_a_media_type_has_none() -> None:
    confirmed = classify(RULES, Answer(200, {}, b"ok"), now=0)
    assert isinstance(confirmed, Confirmed)
    assert confirmed.document.media_type == ""
