"""`oncestep keys`, `oncestep connections` and `oncestep callbacks`, as a person runs them for the embedded stack."""

import json
import secrets
from collections.abc import Callable

import pytest
from standardwebhooks import Webhook

from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.begun import Changed
from tests.support.command_line import CommandLine
from tests.support.inside import Inside
from tests.support.listener import listening
from tests.support.outside import Outside
from tests.support.patience import until
from tests.support.problems import problem_in
from tests.support.steps import Step, adjustment, bare_request, message


@pytest.fixture(scope="module")
def created(command_line: CommandLine) -> str:
    """A key that was made by command, for mails only."""
    return command_line.run("keys", "create", "--client", "demo", "--allow", "mail.*", "--label", "newsletter")


@pytest.fixture(scope="module")
def shop(command_line: CommandLine, stack: Stack) -> str:
    """The token of the connection `shop`, which was made by command."""
    token = f"token-{secrets.token_hex(8)}"
    whose = ("--client", "demo", "--provider", "http", "--name", "shop")
    place = ("--account", "shop", "--base-url", stack.proxied["inventory"], "--allowed-host", "127.0.0.1")
    command_line.run("connections", "create", *whose, *place, "--credential", "X-Shop-Token", typed=f"{token}\n")
    return token


def test_a_created_key_works_within_its_patterns(created: str, api_of: Callable[[str], Api], outside: Outside) -> None:
    newsletter = api_of(created)
    mail, stock = message(), adjustment()
    assert newsletter.run(mail).status_code == 200
    assert problem_in(newsletter.run(stock)).code == "action_not_allowed"
    assert (outside.effects(mail), outside.effects(stock)) == (1, 0)


def test_the_list_of_keys_shows_a_key_but_not_its_secret(created: str, command_line: CommandLine) -> None:
    key_id, _, secret = created.partition(".")
    listed = command_line.run("keys", "list")
    [line] = [line for line in listed.splitlines() if key_id in line]
    assert "newsletter" in line
    assert "mail.*" in line
    assert secret not in listed


def test_a_command_tells_whether_an_order_was_done(command_line: CommandLine, builder: Api) -> None:
    step = adjustment()
    asked = ("ops", "list", "--key", step.key, "--json")
    before = command_line.run_any(*asked)
    builder.run(step)
    [found] = until(lambda: json.loads(command_line.run_any(*asked).stdout)["data"], bool)
    assert before.returncode == 1
    assert (found["operation_id"], found["state"]) == (step.operation_id, "confirmed")
    by_remote_id = command_line.run(
        "ops", "list", "--remote-id", found["outcome"]["remote_id"], "--action", step.action
    )
    assert step.operation_id in by_remote_id
    assert step.key in command_line.run("ops", "show", step.operation_id)


def test_a_command_says_that_there_is_no_such_operation(command_line: CommandLine) -> None:
    finished = command_line.run_any("ops", "show", "op_" + "a" * 26)
    assert finished.returncode == 1
    assert finished.stderr.startswith("the API answered 404: there is no operation")


def test_a_key_that_does_not_exist_cannot_be_revoked(command_line: CommandLine) -> None:
    finished = command_line.run_any("keys", "revoke", "key_unknown")
    assert finished.returncode == 2
    assert "there is no key key_unknown" in finished.stderr


def test_a_created_connection_sends_its_credential(shop: str, builder: Api, outside: Outside) -> None:
    assert saw_token(bare_request(), shop, builder, outside, connection="shop")


def test_a_connection_is_created_once(shop: str, stack: Stack, command_line: CommandLine) -> None:
    del shop
    whose = ("--client", "demo", "--provider", "http", "--name", "shop")
    place = ("--account", "other", "--base-url", stack.proxied["mail"])
    finished = command_line.run_any("connections", "create", *whose, *place)
    assert finished.returncode == 2
    assert "rotate" in finished.stderr


def test_requests_go_where_a_connection_was_set_to(
    stack: Stack, command_line: CommandLine, builder: Api, outside: Outside
) -> None:
    step, whose = bare_request(), ("--client", "demo", "--provider", "http", "--name", "moved")
    command_line.run("connections", "create", *whose, "--account", "moved", "--base-url", "https://shop.example")
    place = ("--base-url", stack.proxied["inventory"], "--allowed-host", "127.0.0.1")
    command_line.run("connections", "set", *whose, *place)
    assert builder.run(step, connection="moved").status_code == 200
    assert outside.effects(step) == 1


@pytest.mark.parametrize("address", ["http://[::1", "https://user:token-1@shop.example"])
def test_an_address_that_nothing_can_be_sent_to_is_refused_by_the_api_and_by_the_command(
    inside: Inside, builder: Api, command_line: CommandLine, address: str
) -> None:
    step, whose = bare_request(), ("--client", "demo", "--provider", "http", "--name", "nowhere")
    refused = command_line.run_any("connections", "create", *whose, "--account", "nowhere", "--base-url", address)
    with inside.spoiled_connection("demo", "http", "nowhere", json.dumps({"account": "a", "base_url": address})):
        problem = problem_in(builder.run(step, connection="nowhere"))
    assert (refused.returncode, problem.status, problem.code) == (2, 400, "unknown_connection")
    assert "oncestep connections set --base-url" in problem.detail
    assert not builder.exists(step)
    assert "token-1" not in problem.detail + refused.stderr


def test_a_revoked_key_is_let_in_no_more(changed: Changed, api_of: Callable[[str], Api]) -> None:
    problem = problem_in(api_of(changed.revoked_key).http.get("/me"))
    assert (problem.status, problem.code) == (401, "unauthorized")


def test_a_rotated_connection_sends_its_new_credential_and_no_longer_the_old(
    changed: Changed, builder: Api, outside: Outside
) -> None:
    assert saw_token(bare_request(), changed.new_token, builder, outside, connection=changed.connection)
    assert not saw_token(bare_request(), changed.old_token, builder, outside, connection=changed.connection)


def saw_token(step: Step, token: str, builder: Api, outside: Outside, *, connection: str) -> bool:
    """Whether a request that is sent over the connection carries the token."""
    fault = outside.faults.add("inventory", "status", contains=token, status=422, body={"message": "seen"})
    status = builder.run(step, connection=connection).status_code
    outside.faults.remove(fault)
    return status == 424


@pytest.mark.parametrize("text", ["token-1", '["token-1"]'])
def test_a_secret_that_holds_no_connection_is_refused_by_the_api_and_by_the_command(
    inside: Inside, builder: Api, command_line: CommandLine, text: str
) -> None:
    step = bare_request()
    with inside.spoiled_connection("demo", "http", "spoiled", text):
        problem = problem_in(builder.run(step, connection="spoiled"))
        rotated = command_line.run_any(
            "connections", "rotate", "--client", "demo", "--provider", "http", "--name", "spoiled"
        )
    assert (problem.status, problem.code, problem.retryable) == (400, "unknown_connection", False)
    assert "put it right in Secrets Manager" in problem.detail
    assert not builder.exists(step)
    assert rotated.returncode == 2
    assert "put it right in Secrets Manager" in rotated.stderr
    assert "token-1" not in problem.detail + rotated.stderr


def test_callbacks_are_allowed_by_command_and_signed_with_the_secret_that_it_shows(
    stranger: Api, command_line: CommandLine
) -> None:
    with listening() as listener:
        refused = stranger.run(_strangers(), callback_url=listener.url())
        assert "oncestep callbacks allow --client stranger --host 127.0.0.1" in refused.json()["detail"]
        shown = command_line.run("callbacks", "allow", "--client", "stranger", "--host", "127.0.0.1")
        stranger.run(_strangers(), callback_url=listener.url())
        heard = until(lambda: listener.messages, bool)[0]
    secret = shown.splitlines()[-1]
    assert Webhook(secret).verify(heard.body, heard.headers)["type"] == "operation.succeeded"


def test_a_further_host_leaves_the_signing_secret_as_it_is(command_line: CommandLine, stack: Stack) -> None:
    added = command_line.run("callbacks", "allow", "--client", "demo", "--host", "flows.example")
    assert "flows.example, too" in added
    assert stack.signing_secret not in added


def _strangers() -> Step:
    return adjustment(client="stranger")
