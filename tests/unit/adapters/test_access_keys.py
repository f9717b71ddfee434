"""An API key is known by the hash of its secret; one that is wrong, revoked or half is nobody's."""

from collections.abc import Iterator

import pytest

from oncestep.adapters.pynamodb_access import AccessRow, PynamoDBKeys, bound_access, hash_secret
from oncestep.domain.callers import Caller, Role, Scope
from tests.support.moto import ACCESS_TABLE, REGION, aws, create_table

NOW = 1_800_000_000_000
HOLDER = Caller("key_1", "acme", Role.OPERATOR, Scope.ALL, ("stripe.*", "mail.send"), "Olga")


@pytest.fixture(scope="module")
def rows() -> Iterator[type[AccessRow]]:
    with aws():
        create_table("AccessTable", ACCESS_TABLE)
        model = bound_access(ACCESS_TABLE, REGION)
        save(model, HOLDER, "secret")
        save(model, Caller("key_2", "acme", Role.BUILDER, Scope.OWN, (), ""), "secret", revoked_at=1)
        yield model


def save(model: type[AccessRow], caller: Caller, secret: str, revoked_at: int | None = None) -> None:
    model(
        key_id=caller.key_id,
        secret_sha256=hash_secret(secret),
        client=caller.client,
        role=str(caller.role),
        scope=str(caller.scope),
        allow=list(caller.allow),
        label=caller.label,
        created_at=0,
        revoked_at=revoked_at,
    ).save()


def test_the_holder_of_a_key_is_known_whole(rows: type[AccessRow]) -> None:
    assert PynamoDBKeys(rows, lambda: NOW).caller("key_1.secret") == HOLDER


@pytest.mark.parametrize(
    "api_key",
    [
        "",
        ".",
        "key_1",
        "key_1.",
        ".secret",
        "key_1.wrong",
        "key_1.secret.more",
        "key_1. secret",
        "KEY_1.secret",
        "key_2.secret",
        "key_3.secret",
        f"key_1.{hash_secret('secret')}",
        f"{'a' * 64}.secret",
        f"{'a' * 2_049}.secret",
        f"{'a' * 10_000}.secret",
        "kéy_1.secret",
        "key_1.sécret",
        "key_1.\ud800",
        "\ud800.secret",
        "key_1.secret\n",
    ],
)
def test_any_other_key_is_nobodys(rows: type[AccessRow], api_key: str) -> None:
    assert PynamoDBKeys(rows, lambda: NOW).caller(api_key) is None


def test_a_key_that_is_revoked_is_refused_at_once(rows: type[AccessRow]) -> None:
    keys = PynamoDBKeys(rows, lambda: NOW)
    save(rows, Caller("key_4", "acme", Role.BUILDER, Scope.OWN, ("*",), "Zed"), "secret")
    assert keys.caller("key_4.secret") is not None
    rows.get("key_4").update([AccessRow.revoked_at.set(5)])
    assert keys.caller("key_4.secret") is None


@pytest.mark.parametrize(("expires_at", "valid"), [(NOW - 1, False), (NOW, False), (NOW + 1, True), (None, True)])
def test_a_key_is_good_until_it_expires(rows: type[AccessRow], expires_at: int | None, *, valid: bool) -> None:
    save(rows, Caller("key_5", "acme", Role.BUILDER, Scope.OWN, ("*",), "Zed"), "secret")
    rows.get("key_5").update([AccessRow.expires_at.set(expires_at) if expires_at else AccessRow.expires_at.remove()])
    assert (PynamoDBKeys(rows, lambda: NOW).caller("key_5.secret") is not None) is valid


def test_the_secret_is_stored_nowhere(rows: type[AccessRow]) -> None:
    stored = [str(row.serialize()) for row in rows.scan()]
    assert stored
    assert not any("'secret'" in item for item in stored)


@pytest.mark.parametrize("key_id", ["a" * 65, "a" * 2_049, "a" * 10_000, "k\u00e9y", "key 1", "\ud800"])
def test_the_table_is_not_asked_for_a_key_id_that_is_none_or_longer_than_it_takes(key_id: str) -> None:
    with aws():
        keys = PynamoDBKeys(bound_access("nowhere", REGION), lambda: NOW)
        assert keys.caller(f"{key_id}.secret") is None
