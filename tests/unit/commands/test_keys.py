"""`oncestep keys`: who a key may be for, what it may allow, and a list in which no key is cut."""

import sys
from collections.abc import Callable

import pytest
from rich.text import Text
from typer.testing import CliRunner, Result

from cli.main import app
from oncestep.adapters.pynamodb_access import PynamoDBKeys, bound_access
from tests.support.moto import ACCESS_TABLE, REGION, client

pytestmark = pytest.mark.usefixtures("stack")

LONG = "a-long-label-" * 12


def created(run: Callable[..., Result], *arguments: str) -> str:
    finished = run("keys", "create", *arguments)
    assert finished.exit_code == 0, finished.stderr
    return finished.stdout.strip()


@pytest.mark.parametrize("name", ["acme", "a.b", "a_b-c", "9", "a" * 64])
def test_a_client_of_a_key_may_have_a_connection(run: Callable[..., Result], name: str) -> None:
    caller = PynamoDBKeys(bound_access(ACCESS_TABLE, REGION)).caller(created(run, "--client", name))
    assert caller is not None
    assert caller.client == name
    made = run("connections", "create", "--client", name, "--provider", "shop", "--account", "acct-1")
    assert made.exit_code == 0


@pytest.mark.parametrize("name", ["", "\N{LATIN SMALL LETTER A WITH DIAERESIS}rger", "a/b", "a b", "a" * 65, "a\n"])
def test_a_name_that_no_connection_could_have_gets_no_key(run: Callable[..., Result], name: str) -> None:
    finished = run("keys", "create", "--client", name)
    assert finished.exit_code == 2
    assert "is not a name: letters, digits, `_`, `.` and `-`, 64 at most" in finished.stderr
    assert client("dynamodb").scan(TableName=ACCESS_TABLE)["Count"] == 0


@pytest.mark.parametrize("pattern", ["*", "stripe.*", "stripe.create_refund", "*.create_*", "str*", "stripe.create_?"])
def test_a_pattern_that_actions_can_have_is_taken(run: Callable[..., Result], pattern: str) -> None:
    caller = PynamoDBKeys(bound_access(ACCESS_TABLE, REGION)).caller(
        created(run, "--client", "acme", "--allow", pattern)
    )
    assert caller is not None
    assert caller.allow == (pattern,)


@pytest.mark.parametrize("pattern", ["stripe", "", "stripe.", ".create", "stripe create.*", '["x'])
def test_a_pattern_that_allows_nothing_is_refused_with_what_to_write(run: Callable[..., Result], pattern: str) -> None:
    finished = run("keys", "create", "--client", "acme", "--allow", "mail.*", "--allow", pattern)
    assert finished.exit_code == 2
    assert "write `stripe.create_payment` for one, `stripe.*` for all of a provider, or `*` for all" in finished.stderr
    assert client("dynamodb").scan(TableName=ACCESS_TABLE)["Count"] == 0


@pytest.mark.parametrize("columns", ["80", "400"])
def test_a_list_in_a_pipe_shows_every_key_on_one_line(run: Callable[..., Result], columns: str) -> None:
    key_id, _, _ = created(run, "--client", "c" * 64, "--allow", "mail.*", "--label", LONG).partition(".")
    listed = CliRunner(env={"COLUMNS": columns}).invoke(app, ["keys", "list"]).stdout
    [line] = [line for line in listed.splitlines() if key_id in line]
    assert all(text in line for text in ("c" * 64, "builder", "mail.*", LONG))


@pytest.mark.parametrize("label", ["[bold]", "[/b]", "it's [1]"])
def test_a_label_is_listed_as_it_was_given(run: Callable[..., Result], label: str) -> None:
    created(run, "--client", "acme", "--label", label)
    assert label in run("keys", "list").stdout


def test_a_list_on_a_narrow_terminal_cuts_no_key(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key_id, _, _ = created(run, "--client", "c" * 64, "--label", LONG).partition(".")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    app(["keys", "list"], standalone_mode=False)
    listed = Text.from_ansi(capsys.readouterr().out).plain
    assert key_id in listed
    assert max(map(len, listed.splitlines())) <= 80
    assert "\N{HORIZONTAL ELLIPSIS}" not in listed
