"""`oncestep ops`: what a person asks, what the API is asked, and what is printed of its answers."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from typer.testing import Result

from tests.support.moto import ACCESS_TABLE, CONNECTIONS
from tests.unit.commands.conftest import create_stack

OPERATION_ID = "op_" + "a" * 26
OPERATION: dict[str, Any] = {
    "operation_id": OPERATION_ID,
    "status": "succeeded",
    "state": "confirmed",
    "attention": None,
    "client": "acme",
    "action": "mail.send",
    "connection": "default",
    "idempotency_key": "order-[1]",
    "created_at": "2026-12-01T00:00:00.000+00:00",
    "input": "i" * 300,
    "outcome": {"status": 200, "remote_id": "msg_1", "result": {"id": "msg_1"}},
    "attempts": [{"number": 1, "round": 1, "result": "confirmed", "status": 200, "summary": ""}],
    "history": [{"at": "2026-12-01", "kind": "replayed", "who": "Olga", "key_id": "key_1", "detail": "why"}],
}
PROBLEM = {"title": "There is no such operation", "detail": "there is no operation for this API key", "status": 404}


@dataclass
class FakeApi:
    """An API on loopback whose next answers a test has written."""

    answers: list[tuple[int, str]] = field(default_factory=list)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)

    def will(self, status: int, body: object) -> None:
        self.answers.append((status, body if isinstance(body, str) else json.dumps(body)))

    def page(self, *operations: dict[str, Any], cursor: str | None = None) -> None:
        self.will(200, {"data": list(operations), "cursor": cursor})


@pytest.fixture
def api(aws_account: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeApi]:
    del aws_account
    fake = FakeApi()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            fake.asked.append((parts.path, dict(parse_qsl(parts.query))))
            fake.keys.append(self.headers["x-api-key"])
            status, body = fake.answers.pop(0)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        create_stack("oncestep", {"AccessTable": ACCESS_TABLE, "ConnectionsPrefix": CONNECTIONS, "ApiUrl": url})
        monkeypatch.setenv("ONCESTEP_API_KEY", "key_1.secret")
        yield fake
        server.shutdown()


Run = Callable[..., Result]


def test_every_filter_is_asked_for(run: Run, api: FakeApi) -> None:
    api.page(OPERATION)
    options = {
        "--key": "idempotency_key",
        "--correlation": "correlation_id",
        "--connection": "connection",
        "--remote-id": "remote_id",
        "--client": "client",
        "--since": "since",
        "--until": "until",
    }
    filters = [text for option in options for text in (option, f"a{option.strip('-')}")]
    finished = run("ops", "list", *filters, "--state", "unknown", "--attention", "any", "--action", "mail.send")
    assert finished.exit_code == 0, finished.stderr
    expected = {name: f"a{option.strip('-')}" for option, name in options.items()}
    expected |= {"state": "unknown", "attention": "any", "action": "mail.send", "limit": "25"}
    assert api.asked == [("/v1/operations", expected)]
    assert api.keys == ["key_1.secret"]


def test_a_list_shows_each_operation_on_one_line_as_it_is(run: Run, api: FakeApi) -> None:
    api.page(OPERATION)
    listed = run("ops", "list").stdout
    [line] = [line for line in listed.splitlines() if OPERATION_ID in line]
    assert all(text in line for text in ("acme", "mail.send", "order-[1]", "confirmed", "msg_1", "2026-12-01"))


def test_pages_are_followed_until_there_are_as_many_as_were_asked_for(run: Run, api: FakeApi) -> None:
    api.page(cursor="one")
    api.page(*[OPERATION] * 100, cursor="two")
    api.page(*[OPERATION] * 50, cursor="three")
    finished = run("ops", "list", "--limit", "150", "--json")
    assert [query["limit"] for _, query in api.asked] == ["100", "100", "50"]
    assert [query.get("cursor") for _, query in api.asked] == [None, "one", "two"]
    printed = json.loads(finished.stdout)
    assert (len(printed["data"]), printed["cursor"]) == (150, "three")
    assert "--all" in finished.stderr


def test_all_means_every_page(run: Run, api: FakeApi) -> None:
    api.page(OPERATION, cursor="one")
    api.page(cursor="two")
    api.page(OPERATION)
    finished = run("ops", "list", "--all", "--json")
    assert len(json.loads(finished.stdout)["data"]) == 2
    assert finished.stderr == ""


def test_nothing_found_is_told_and_ends_with_1(run: Run, api: FakeApi) -> None:
    api.page()
    finished = run("ops", "list", "--key", "order-9")
    assert (finished.exit_code, finished.stdout) == (1, "")
    assert "no such operation" in finished.stderr


def test_an_operation_is_shown_whole(run: Run, api: FakeApi) -> None:
    api.will(200, OPERATION)
    finished = run("ops", "show", OPERATION_ID)
    assert finished.exit_code == 0
    assert api.asked == [(f"/v1/operations/{OPERATION_ID}", {})]
    assert all(text in finished.stdout for text in ("i" * 300, "key_1", "Olga", "order-[1]", "attempts", "msg_1"))


def test_an_operation_is_shown_as_json(run: Run, api: FakeApi) -> None:
    api.will(200, OPERATION)
    assert json.loads(run("ops", "show", OPERATION_ID, "--json").stdout) == OPERATION


@pytest.mark.parametrize(
    ("status", "body", "code", "told"),
    [
        (404, PROBLEM, 1, "the API answered 404: there is no operation for this API key"),
        (401, {"title": "Unauthorized", "detail": "Send a valid API key."}, 1, "401: Send a valid API key."),
        (400, {"detail": "since must be a time"}, 2, "the API answered 400: since must be a time"),
        (403, {"message": "Forbidden"}, 1, "the API answered 403: Forbidden"),
        (502, "<html>", 1, "the API answered 502: it says only Bad Gateway"),
        (503, "[]", 1, "the API answered 503: it says only Service Unavailable"),
        (200, "<html>", 1, "something else than a JSON object"),
    ],
)
@pytest.mark.parametrize("command", [("list",), ("show", OPERATION_ID)], ids=["list", "show"])
def test_a_refusal_is_one_sentence(  # noqa: PLR0913, PLR0917 - one argument per fact
    run: Run, api: FakeApi, command: tuple[str, ...], status: int, body: object, code: int, told: str
) -> None:
    api.will(status, body)
    finished = run("ops", *command)
    assert (finished.exit_code, finished.stdout) == (code, "")
    assert told in finished.stderr
    assert len(finished.stderr.splitlines()) == 1


def test_an_api_that_is_not_there_is_told(run: Run, api: FakeApi) -> None:
    create_stack(
        "gone", {"AccessTable": ACCESS_TABLE, "ConnectionsPrefix": CONNECTIONS, "ApiUrl": "http://127.0.0.1:9"}
    )
    finished = run("ops", "list", "--stack", "gone")
    assert finished.exit_code == 1
    assert "the API at 127.0.0.1 cannot be asked" in finished.stderr
    assert api.asked == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "--state", "done"),
        ("list", "--attention", "someone"),
        ("list", "--limit", "0"),
        ("list", "--client", "a/b"),
        ("list", "--connection", ""),
        ("list", "--key", ""),
        ("list", "--remote-id", " "),
        ("show", "op_1"),
        ("show", "../me"),
    ],
)
def test_wrong_usage_ends_with_2_and_asks_nothing(run: Run, api: FakeApi, arguments: tuple[str, ...]) -> None:
    assert run("ops", *arguments).exit_code == 2
    assert api.asked == []


@pytest.mark.parametrize("key", ["", " ", "key\x01", "k\N{LATIN SMALL LETTER E WITH ACUTE}y.secret"])
def test_without_a_key_nothing_is_asked_and_no_key_is_repeated(
    run: Run, api: FakeApi, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("ONCESTEP_API_KEY", key)
    finished = run("ops", "list")
    assert finished.exit_code == 2
    assert "ONCESTEP_API_KEY" in finished.stderr
    assert api.asked == []
    assert not key.strip() or key not in finished.stderr
