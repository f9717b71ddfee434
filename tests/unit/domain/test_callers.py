"""What an API key may run, and whose operations it may see."""

import pytest

from oncestep.domain.callers import Caller, Role, Scope


def key(*allow: str, role: Role = Role.BUILDER, scope: Scope = Scope.OWN) -> Caller:
    return Caller("key-1", "acme", role, scope, allow, "a key")


@pytest.mark.parametrize(
    ("allow", "action"),
    [
        (("*",), "stripe.create_refund"),
        (("stripe.*",), "stripe.create_refund"),
        (("stripe.create_refund",), "stripe.create_refund"),
        (("*.create_refund",), "stripe.create_refund"),
        (("mail.*", "stripe.create_*"), "stripe.create_refund"),
    ],
)
def test_a_key_runs_what_one_of_its_patterns_covers(allow: tuple[str, ...], action: str) -> None:
    assert key(*allow).may_run(action)


@pytest.mark.parametrize(
    ("allow", "action"),
    [
        ((), "stripe.create_refund"),
        (("stripe",), "stripe.create_refund"),
        (("stripe.create",), "stripe.create_refund"),
        (("create_refund",), "stripe.create_refund"),
        (("stripe.*",), "stripe_test.create_refund"),
        (("Stripe.*",), "stripe.create_refund"),
        (("mail.*", "http.*"), "stripe.create_refund"),
        (("",), "stripe.create_refund"),
    ],
)
def test_a_key_runs_nothing_else(allow: tuple[str, ...], action: str) -> None:
    assert not key(*allow).may_run(action)


@pytest.mark.parametrize(
    ("client", "action", "covered"),
    [
        ("acme", "mail.send", True),
        ("acme", "stripe.create_refund", False),
        ("acme", "oncestep.callback", False),
        ("globex", "mail.send", False),
    ],
)
def test_an_operation_is_covered_by_its_client_and_its_action(client: str, action: str, *, covered: bool) -> None:
    assert key("mail.*").covers(client, action) is covered


@pytest.mark.parametrize("pattern", ["*", "oncestep.*", "oncestep.callback"])
def test_callbacks_are_covered_by_the_patterns_that_match_them(pattern: str) -> None:
    assert key(pattern).covers("acme", "oncestep.callback")


def test_seeing_all_clients_widens_no_pattern() -> None:
    everyones = key("mail.*", role=Role.OPERATOR, scope=Scope.ALL)
    assert everyones.covers("globex", "mail.send")
    assert not everyones.covers("globex", "stripe.create_refund")


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("scope", Scope)
def test_every_key_sees_its_own_client(role: Role, scope: Scope) -> None:
    assert key(role=role, scope=scope).may_see("acme")


@pytest.mark.parametrize(
    ("role", "scope", "sees"),
    [
        (Role.BUILDER, Scope.OWN, False),
        (Role.BUILDER, Scope.ALL, False),
        (Role.OPERATOR, Scope.OWN, False),
        (Role.OPERATOR, Scope.ALL, True),
    ],
)
@pytest.mark.parametrize("client", ["globex", "", "ACME", "acme2"])
def test_only_an_operator_for_all_clients_sees_others(role: Role, scope: Scope, client: str, *, sees: bool) -> None:
    assert key(role=role, scope=scope).may_see(client) is sees
