"""What AWS refuses is a sentence that says what to do, whichever command asked."""

from collections.abc import Callable

import pytest
from botocore.exceptions import EndpointConnectionError
from typer.testing import Result

from cli.aws_errors import explained
from cli.main import app
from tests.support.moto import client
from tests.unit.commands.conftest import create_stack

COMMANDS = [
    ("keys", "create", "--client", "acme", "--allow", "*"),
    ("keys", "list"),
    ("keys", "revoke", "key_1"),
    ("connections", "create", "--client", "acme", "--provider", "shop", "--account", "acct-1"),
    ("connections", "rotate", "--client", "acme", "--provider", "shop"),
    ("connections", "set", "--client", "acme", "--provider", "shop", "--base-url", "https://shop.example"),
    ("connections", "show", "--client", "acme", "--provider", "shop"),
    ("connections", "rehearse", "--client", "acme"),
    ("callbacks", "allow", "--client", "acme", "--host", "flows.example"),
    ("ops", "list"),
    ("ops", "show", "op_" + "a" * 26),
]
each_command = pytest.mark.parametrize("command", COMMANDS, ids=" ".join)


def test_every_command_is_looked_at() -> None:
    groups = {group.name: group.typer_instance for group in app.registered_groups}
    names = {
        (group, command.name or getattr(command.callback, "__name__", ""))
        for group, inner in groups.items()
        if inner is not None
        for command in inner.registered_commands
    }
    assert names == {command[:2] for command in COMMANDS}


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nobody has set up AWS."""
    for name in ("AWS_DEFAULT_REGION", "AWS_REGION", "AWS_PROFILE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, "/dev/null")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


@each_command
@pytest.mark.usefixtures("nowhere")
def test_without_a_region_a_command_says_how_to_set_one(run: Callable[..., Result], command: tuple[str, ...]) -> None:
    finished = run(*command)
    assert (finished.exit_code, finished.stdout) == (1, "")
    assert "set AWS_DEFAULT_REGION or AWS_PROFILE, or add --local" in finished.stderr


@pytest.mark.usefixtures("nowhere")
def test_without_credentials_a_command_says_where_they_come_from(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    finished = run("keys", "list")
    assert (finished.exit_code, finished.stdout) == (1, "")
    assert "there are no AWS credentials; log in or set AWS_PROFILE, or add --local" in finished.stderr


@pytest.mark.usefixtures("nowhere")
def test_a_profile_that_there_is_not_is_named(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "nobody")
    finished = run("keys", "list")
    assert finished.exit_code == 1
    assert "AWS cannot be asked" in finished.stderr
    assert "nobody" in finished.stderr


@pytest.mark.usefixtures("stack")
def test_what_aws_refuses_is_told_with_the_call(run: Callable[..., Result]) -> None:
    client("dynamodb").delete_table(TableName="access")
    finished = run("keys", "list")
    assert (finished.exit_code, finished.stdout) == (1, "")
    assert "AWS refused Scan: " in finished.stderr


@pytest.mark.usefixtures("aws_account")
def test_a_stack_that_there_is_not_is_named(run: Callable[..., Result]) -> None:
    finished = run("keys", "list", "--stack", "elsewhere")
    assert finished.exit_code == 2
    assert "the stack 'elsewhere' cannot be read" in finished.stderr


@pytest.mark.usefixtures("aws_account")
def test_another_application_s_stack_is_told_from_ours(run: Callable[..., Result]) -> None:
    create_stack("elsewhere", {"AccessTable": "access"})
    finished = run("keys", "list", "--stack", "elsewhere")
    assert finished.exit_code == 2
    assert "'elsewhere' is none of Oncestep: it has no output ConnectionsPrefix" in finished.stderr


def test_a_stack_of_this_machine_that_does_not_answer_is_told_with_the_command_that_starts_it() -> None:
    told = explained(EndpointConnectionError(endpoint_url="http://127.0.0.1:4566"))
    assert "http://127.0.0.1:4566" in told
    assert "start the stack with `make up`" in told
