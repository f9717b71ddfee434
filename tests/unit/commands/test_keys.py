"""`oncestep keys`: who a key may be for, what it may allow, and a list in which no key is cut."""

import re
import sys
from collections.abc import Callable

import pytest
from rich.text import Text
from typer.testing import CliRunner, Result

from cli.main import app
from oncestep.adapters.pynamodb_access import PynamoDBKeys, bound_access
from oncestep.adapters.system_time import SystemClock
from tests.support.moto import ACCESS_TABLE, REGION, client

pytestmark = pytest.mark.usefixtures("stack")

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
LONG = "a-long-label-" * 12


def keys_at(moment: int | None = None) -> PynamoDBKeys:
    """The keys as the authorizer sees them at that moment (epoch ms), or now."""
    clock = SystemClock()
    return PynamoDBKeys(bound_access(ACCESS_TABLE, REGION), lambda: clock.now() if moment is None else moment)


def created(run: Callable[..., Result], *arguments: str) -> str:
    allowed = () if "--allow" in arguments else ("--allow", "*")
    finished = run("keys", "create", *arguments, *allowed)
    assert finished.exit_code == 0, finished.stderr
    return finished.stdout.strip()


@pytest.mark.parametrize("name", ["acme", "a.b", "a_b-c", "9", "a" * 64])
def test_a_client_of_a_key_may_have_a_connection(run: Callable[..., Result], name: str) -> None:
    caller = keys_at().caller(created(run, "--client", name))
    assert caller is not None
    assert caller.client == name
    made = run("connections", "create", "--client", name, "--provider", "shop", "--account", "acct-1")
    assert made.exit_code == 0


@pytest.mark.parametrize("name", ["", "\N{LATIN SMALL LETTER A WITH DIAERESIS}rger", "a/b", "a b", "a" * 65, "a\n"])
def test_a_name_that_no_connection_could_have_gets_no_key(run: Callable[..., Result], name: str) -> None:
    finished = run("keys", "create", "--client", name, "--allow", "*")
    assert finished.exit_code == 2
    assert "is not a name: letters, digits, `_`, `.` and `-`, 64 at most" in finished.stderr
    assert client("dynamodb").scan(TableName=ACCESS_TABLE)["Count"] == 0


@pytest.mark.parametrize("pattern", ["*", "stripe.*", "stripe.create_refund", "*.create_*", "str*", "stripe.create_?"])
def test_a_pattern_that_actions_can_have_is_taken(run: Callable[..., Result], pattern: str) -> None:
    caller = keys_at().caller(created(run, "--client", "acme", "--allow", pattern))
    assert caller is not None
    assert caller.allow == (pattern,)


@pytest.mark.parametrize("pattern", ["stripe", "", "stripe.", ".create", "stripe create.*", '["x'])
def test_a_pattern_that_allows_nothing_is_refused_with_what_to_write(run: Callable[..., Result], pattern: str) -> None:
    finished = run("keys", "create", "--client", "acme", "--allow", "mail.*", "--allow", pattern)
    assert finished.exit_code == 2
    assert "write `stripe.create_payment` for one, `stripe.*` for all of a provider, or `*` for all" in finished.stderr
    assert client("dynamodb").scan(TableName=ACCESS_TABLE)["Count"] == 0


def test_a_key_without_actions_is_refused_with_how_to_allow_all(run: Callable[..., Result]) -> None:
    finished = run("keys", "create", "--client", "acme")
    assert finished.exit_code == 2
    assert "--allow is required" in finished.stderr
    assert "--allow '*' allows all" in finished.stderr
    assert client("dynamodb").scan(TableName=ACCESS_TABLE)["Count"] == 0


@pytest.mark.parametrize(("expires", "lasts"), [("1m", MINUTE), ("2h", 120 * MINUTE), ("3650d", 3_650 * DAY)])
def test_a_key_that_expires_works_until_then(run: Callable[..., Result], expires: str, lasts: int) -> None:
    before = SystemClock().now()
    key = created(run, "--client", "acme", "--expires", expires)
    after = SystemClock().now()
    assert keys_at(before + lasts - 1).caller(key) is not None
    assert keys_at(after + lasts).caller(key) is None


@pytest.mark.parametrize(
    "expires", ["0d", "0m", "3651d", "999999999d", "90", "90 d", "-1d", "1.5h", "", "d", "1w", "1M"]
)
def test_a_time_that_no_key_lasts_is_refused(run: Callable[..., Result], expires: str) -> None:
    finished = run("keys", "create", "--client", "acme", "--allow", "*", f"--expires={expires}")
    assert finished.exit_code == 2
    assert "such as 90d" in finished.stderr or "1m to 3650d" in finished.stderr
    assert client("dynamodb").scan(TableName=ACCESS_TABLE)["Count"] == 0


def test_a_list_shows_when_a_key_expires_and_whether_it_has_ended(run: Callable[..., Result]) -> None:
    lasting, passing, over, revoked = (
        created(run, "--client", "acme", *more).partition(".")[0]
        for more in ((), ("--expires", "90d"), ("--expires", "1m"), ())
    )
    moved = {"Key": {"key_id": {"S": over}}, "UpdateExpression": "SET expires_at = :then"}
    client("dynamodb").update_item(TableName=ACCESS_TABLE, ExpressionAttributeValues={":then": {"N": "0"}}, **moved)
    run("keys", "revoke", revoked)
    lines = run("keys", "list").stdout.splitlines()
    [stays], [passes], [ended], [taken] = (
        [line for line in lines if key_id in line] for key_id in (lasting, passing, over, revoked)
    )
    assert not re.search("expired|revoked|[0-9]T[0-9]", stays)
    assert re.search(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+\+00:00", passes)
    assert "expired" not in passes
    assert "1970-01-01T00:00:00+00:00" in ended
    assert "expired" in ended
    assert "revoked" in taken


def test_a_list_reads_every_page_of_the_table(run: Callable[..., Result]) -> None:
    large = [created(run, "--client", f"c{number}", "--label", "x" * 300_000).partition(".")[0] for number in range(4)]
    listed = run("keys", "list").stdout
    assert all(key_id in listed for key_id in large)


def test_a_list_may_be_of_one_client(run: Callable[..., Result]) -> None:
    ours, theirs = (created(run, "--client", name).partition(".")[0] for name in ("acme", "acme2"))
    listed = run("keys", "list", "--client", "acme").stdout
    assert ours in listed
    assert theirs not in listed
    assert run("keys", "list", "--client", "a/b").exit_code == 2


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
