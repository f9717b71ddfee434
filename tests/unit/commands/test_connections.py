"""`oncestep connections`: what is written can be read by the functions, and what they would refuse is not written."""

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from oncestep.adapters.connection_secret import connection_in
from oncestep.application.ports import Connection
from tests.support.moto import CONNECTIONS, client

pytestmark = pytest.mark.usefixtures("stack")

WHOSE = ("--client", "acme", "--provider", "shop", "--name", "live")
SECRET = f"{CONNECTIONS}acme/shop/live"


def stored() -> Connection:
    """The connection as the functions read it."""
    return connection_in(client("secretsmanager").get_secret_value(SecretId=SECRET)["SecretString"], "live")


def nothing_stored() -> bool:
    return not client("secretsmanager").list_secrets()["SecretList"]


@pytest.fixture
def created(run: Callable[..., Result], stack: None) -> None:
    del stack
    hosts = ("--allowed-host", "Shop.Example", "--allowed-host", "*.cdn.example")
    facts = ("--account", "acct-1", "--base-url", "https://shop.example/v1", *hosts)
    finished = run("connections", "create", *WHOSE, *facts, "--credential", "token", typed="sk_1\n")
    assert finished.exit_code == 0, finished.stderr


@pytest.mark.usefixtures("created")
def test_a_created_connection_is_read_back() -> None:
    hosts = ("shop.example", "*.cdn.example")
    assert stored() == Connection("live", "acct-1", "https://shop.example/v1", hosts, {"token": "sk_1"})


@pytest.mark.parametrize("command", ["create", "set"])
@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--base-url", "http://[::1", "is no address http(s)://host[:port][/path]"),
        ("--base-url", "not a url", "must be an address http(s)://host[:port][/path] of visible ASCII characters"),
        ("--base-url", "", "must be an address"),
        ("--base-url", "ftp://shop.example", "is no address"),
        ("--base-url", "https://shop.example:99999", "its port is none"),
        ("--base-url", "https://shop.example/base?x=1#f", "must hold no query and no fragment"),
        ("--base-url", "https://user:sk_1@shop.example", "must hold no user name and no password"),
        ("--allowed-host", "https://shop.example", "is no host"),
        ("--allowed-host", "shop.example:443", "is no host"),
        ("--allowed-host", "", "is no host"),
    ],
)
def test_what_nothing_could_be_sent_to_is_not_stored(
    run: Callable[..., Result], command: str, option: str, value: str, told: str
) -> None:
    account = ("--account", "acct-1") if command == "create" else ()
    finished = run("connections", command, *WHOSE, *account, option, value)
    assert finished.exit_code == 2
    assert told in finished.stderr
    assert "sk_1" not in finished.stderr
    assert nothing_stored()


@pytest.mark.parametrize("account", ["", "  "])
def test_a_connection_needs_an_account(run: Callable[..., Result], account: str) -> None:
    finished = run("connections", "create", *WHOSE, "--account", account)
    assert finished.exit_code == 2
    assert "--account is blank; give the account's own ID at the provider" in finished.stderr
    assert nothing_stored()


@pytest.mark.usefixtures("created")
@pytest.mark.parametrize(
    ("arguments", "base_url", "hosts"),
    [
        (["--base-url", "https://new.example"], "https://new.example", ("shop.example", "*.cdn.example")),
        (["--allowed-host", "New.example"], "https://shop.example/v1", ("new.example",)),
        (
            ["--base-url", "https://a.example", "--allowed-host", "a.example", "--allowed-host", "b.example"],
            "https://a.example",
            ("a.example", "b.example"),
        ),
    ],
)
def test_set_replaces_what_it_is_given_and_nothing_else(
    run: Callable[..., Result], arguments: list[str], base_url: str, hosts: tuple[str, ...]
) -> None:
    finished = run("connections", "set", *WHOSE, *arguments)
    assert finished.exit_code == 0, finished.stderr
    assert stored() == Connection("live", "acct-1", base_url, hosts, {"token": "sk_1"})


def test_set_mends_an_address_that_a_hand_has_spoiled(run: Callable[..., Result]) -> None:
    spoiled = {"account": "acct-1", "base_url": "http://[::1"}
    client("secretsmanager").create_secret(Name=SECRET, SecretString=json.dumps(spoiled))
    assert run("connections", "set", *WHOSE, "--base-url", "https://shop.example").exit_code == 0
    assert stored() == Connection("live", "acct-1", "https://shop.example")


@pytest.mark.usefixtures("created")
def test_set_without_anything_to_set_says_so(run: Callable[..., Result]) -> None:
    finished = run("connections", "set", *WHOSE)
    assert finished.exit_code == 2
    assert "nothing to set; give --base-url, --allowed-host or --rules" in finished.stderr


@pytest.mark.parametrize(("command", "more"), [("set", ("--base-url", "https://shop.example")), ("rotate", ())])
def test_what_is_not_there_is_not_changed(run: Callable[..., Result], command: str, more: tuple[str, ...]) -> None:
    finished = run("connections", command, *WHOSE, *more)
    assert finished.exit_code == 2
    assert "there is no connection acme/shop/live; create it" in finished.stderr
    assert nothing_stored()


@pytest.mark.usefixtures("created")
def test_a_connection_that_exists_is_told_with_the_commands_that_change_it(run: Callable[..., Result]) -> None:
    finished = run("connections", "create", *WHOSE, "--account", "acct-2")
    assert finished.exit_code == 2
    assert "replace its secrets with `rotate`, its address and hosts with `set`" in finished.stderr
    assert stored().account == "acct-1"


@pytest.mark.usefixtures("created")
def test_rotate_replaces_a_secret_and_nothing_else(run: Callable[..., Result]) -> None:
    before = stored()
    assert run("connections", "rotate", *WHOSE, "--credential", "token", typed="sk_2\n").exit_code == 0
    assert stored() == Connection("live", "acct-1", before.base_url, before.allowed_hosts, {"token": "sk_2"})


@pytest.mark.parametrize("host", ["https://flows.example", "flows.example:443", " "])
def test_callbacks_are_allowed_at_hosts_only(run: Callable[..., Result], host: str) -> None:
    finished = run("callbacks", "allow", "--client", "acme", "--host", host)
    assert finished.exit_code == 2
    assert "is no host" in finished.stderr
    assert nothing_stored()


def test_hosts_of_callbacks_are_stored_as_addresses_have_them(run: Callable[..., Result]) -> None:
    run("callbacks", "allow", "--client", "acme", "--host", "Flows.Example")
    run("callbacks", "allow", "--client", "acme", "--host", "hooks.EXAMPLE", "--host", "flows.example")
    secret = client("secretsmanager").get_secret_value(SecretId=f"{CONNECTIONS}acme/oncestep/default")["SecretString"]
    assert json.loads(secret)["allowed_hosts"] == ["flows.example", "hooks.example"]


@pytest.mark.parametrize(("value", "warned"), [("sk_1", True), ("sk_12345", False)])
def test_a_credential_that_is_too_short_to_be_masked_is_named_but_never_shown(
    run: Callable[..., Result], *, value: str, warned: bool
) -> None:
    finished = run("connections", "create", *WHOSE, "--account", "a", "--credential", "token", typed=f"{value}\n")
    assert finished.exit_code == 0
    assert ("token: fewer than 6 characters are not masked" in finished.stderr) is warned
    assert value not in finished.output
