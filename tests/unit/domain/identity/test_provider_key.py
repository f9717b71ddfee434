"""The key that a provider is sent: opaque, in the format and length that its contract asks for."""

import re
from uuid import UUID

import pytest

from oncestep.domain.identity import KeyFormat, operation_id, provider_key

OPERATION = "op_abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(("max_length", "expected"), [(255, OPERATION), (29, OPERATION), (26, OPERATION[:26])])
def test_an_opaque_key_is_the_operation_s_id_as_far_as_it_fits(max_length: int, expected: str) -> None:
    assert provider_key(OPERATION, KeyFormat.OPAQUE, max_length) == expected


def test_a_uuid_never_changes_from_one_release_to_the_next() -> None:
    assert provider_key(OPERATION, KeyFormat.UUID, 36) == "b098a982-7fa6-4216-8826-800fb66fef05"


def test_a_uuid_is_one_of_version_4() -> None:
    uuid = UUID(provider_key(OPERATION, KeyFormat.UUID, 36))
    assert (uuid.version, str(uuid)) == (4, provider_key(OPERATION, KeyFormat.UUID, 36))


@pytest.mark.parametrize("key_format", KeyFormat)
def test_two_operations_have_two_keys(key_format: KeyFormat) -> None:
    operations = {operation_id("acme", "keyed.order", f"order-{number}") for number in range(200)}
    assert len({provider_key(operation, key_format, 36) for operation in operations}) == 200


@pytest.mark.parametrize("key_format", KeyFormat)
def test_a_key_holds_nothing_of_the_customer(key_format: KeyFormat) -> None:
    operation = operation_id("acme", "keyed.order", "anna@example.com")
    assert re.fullmatch("[a-z0-9_-]+", provider_key(operation, key_format, 255))
    assert "anna" not in provider_key(operation, key_format, 255)
