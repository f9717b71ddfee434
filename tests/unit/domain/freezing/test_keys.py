"""Where the provider's key goes, and in which format."""

import json
from dataclasses import replace

import pytest

from oncestep.domain.contract import Encoding, KeyPlace, KeyPromise
from oncestep.domain.identity import KeyFormat, provider_key
from oncestep.domain.operation import FrozenRequest
from tests.unit.domain.freezing.ordering import BASE, OPERATION, frozen, promise, sending


def keyed(key: KeyPromise | None) -> FrozenRequest:
    return frozen(sending(body={"sku": "book"}, key=key))


def test_a_key_in_a_header() -> None:
    assert dict(keyed(promise(KeyPlace.HEADER, "X-Request-Id")).headers)["X-Request-Id"] == OPERATION


def test_a_key_in_a_json_body() -> None:
    assert json.loads(keyed(promise(KeyPlace.BODY, "request_id")).body) == {"sku": "book", "request_id": OPERATION}


def test_a_key_in_a_form() -> None:
    action = sending(Encoding.FORM, body={"sku": "book"}, key=promise(KeyPlace.BODY, "request_id"))
    assert frozen(action).body == f"sku=book&request_id={OPERATION}".encode()


def test_a_key_in_the_query() -> None:
    assert keyed(promise(KeyPlace.QUERY, "request_id")).url == f"{BASE}/things?request_id={OPERATION}"


def test_a_key_behind_another_query() -> None:
    action = sending(query={"a": "1"}, key=promise(KeyPlace.QUERY, "key"))
    assert frozen(action).url == f"{BASE}/things?a=1&key={OPERATION}"


@pytest.mark.parametrize("place", KeyPlace)
def test_a_key_goes_nowhere_else(place: KeyPlace) -> None:
    request = keyed(promise(place))
    parts = [request.url, str(request.headers), request.body.decode()]
    assert sum(OPERATION in part for part in parts) == 1


def test_a_provider_without_keys_is_sent_none() -> None:
    request = keyed(None)
    assert OPERATION not in f"{request.url}{request.headers}{request.body.decode()}"


@pytest.mark.parametrize("verified", [True, False])
def test_a_key_is_sent_even_if_nobody_knows_whether_it_is_honoured(*, verified: bool) -> None:
    assert keyed(promise(KeyPlace.HEADER, verified=verified)) == keyed(promise(KeyPlace.HEADER))


@pytest.mark.parametrize(("key_format", "length"), [(KeyFormat.UUID, 36), (KeyFormat.OPAQUE, 26)])
def test_a_key_has_the_promised_format_and_length(key_format: KeyFormat, length: int) -> None:
    request = keyed(promise(KeyPlace.HEADER, format=key_format, max_length=length))
    key = dict(request.headers)["Idempotency-Key"]
    assert (key, len(key)) == (provider_key(OPERATION, key_format, length), length)


def test_a_placeholder_for_the_key_is_the_key_that_is_sent() -> None:
    key = promise(KeyPlace.HEADER, format=KeyFormat.UUID, max_length=36)
    request = frozen(sending(body={"reference": "{operation.key}"}, key=key))
    assert json.loads(request.body)["reference"] == dict(request.headers)["Idempotency-Key"]


def test_the_key_replaces_whatever_the_builder_mapped_to_its_place() -> None:
    action = sending(headers={"Idempotency-Key": "mine"}, body={"Idempotency-Key": "mine"})
    header = frozen(replace(action, key=promise(KeyPlace.HEADER)))
    body = frozen(replace(action, key=promise(KeyPlace.BODY)))
    assert dict(header.headers)["Idempotency-Key"] == OPERATION
    assert json.loads(body.body)["Idempotency-Key"] == OPERATION
