"""What a step does in every builder's tool: the same script for each platform's package, against the running stack."""

import secrets
import socket
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from cli.local.stack_file import Stack
from tests.platforms.driver import Account, Call, Driver, Ended
from tests.platforms.drivers import DRIVERS
from tests.support.outside import Outside
from tests.support.steps import Step, adjustment, message

CALLERS = 5


@pytest.fixture(scope="session", params=sorted(DRIVERS))
def driver(request: pytest.FixtureRequest, stack: Stack) -> Iterator[Driver]:
    """Each platform's."""
    with DRIVERS[request.param](stack) as made:
        yield made


@pytest.fixture(scope="session")
def account(stack: Stack) -> Account:
    """The builder's connection."""
    return Account(stack.api_url, stack.builder_key)


def call(step: Step, **changes: Any) -> Call:  # noqa: ANN401 - any input
    """The step as a builder fills it in."""
    provider, _, action = step.action.partition(".")
    return Call(provider, action, step.key, {**step.value, **changes})


def test_a_good_connection_is_named(driver: Driver, account: Account) -> None:
    tested = driver.test_connection(account)
    assert tested.good
    assert "demo" in tested.text


def test_a_bad_connection_says_that_the_key_is_wrong(driver: Driver, account: Account) -> None:
    tested = driver.test_connection(replace(account, api_key=f"{account.api_key}x"))
    assert not tested.good
    assert "API key" in tested.text


def test_a_first_call_is_done_and_gives_its_result(driver: Driver, account: Account, outside: Outside) -> None:
    step = adjustment()
    ran = driver.run(account, call(step))
    assert (ran.ended, ran.output["operation_id"]) == (Ended.DONE, step.operation_id), ran
    assert ran.output["result"]["sku"] == step.value["sku"]
    assert outside.effects(step) == 1


def test_a_repeat_gives_the_same_result_and_happens_once(driver: Driver, account: Account, outside: Outside) -> None:
    step = message()
    first, second = driver.run(account, call(step)), driver.run(account, call(step))
    assert (first.ended, second.ended) == (Ended.DONE, Ended.DONE), (first, second)
    assert first.output["result"] == second.output["result"]
    assert (first.output["replayed"], second.output["replayed"]) == (False, True)
    assert outside.effects(step) == 1


def test_a_key_of_any_script_is_one_key(driver: Driver, account: Account, outside: Outside) -> None:
    step = adjustment(key=f"Bestellung-\N{LATIN CAPITAL LETTER A WITH DIAERESIS}{secrets.token_hex(4)}")
    decomposed = replace(call(step), key=unicodedata.normalize("NFD", step.key))
    ran = [driver.run(account, one) for one in (call(step), decomposed)]
    assert {one.ended for one in ran} == {Ended.DONE}, ran
    assert {one.output["operation_id"] for one in ran} == {step.operation_id}
    assert outside.effects(step) == 1


def test_repeats_at_once_happen_once(driver: Driver, account: Account, outside: Outside) -> None:
    step = adjustment()
    with ThreadPoolExecutor(CALLERS) as callers:
        ran = list(callers.map(lambda _: driver.run(account, call(step)), range(CALLERS)))
    assert {one.ended for one in ran} == {Ended.DONE}, ran
    assert {one.output["operation_id"] for one in ran} == {step.operation_id}
    assert outside.effects(step) == 1


def test_another_payload_under_an_old_key_stops_and_says_why(
    driver: Driver, account: Account, outside: Outside
) -> None:
    step = adjustment()
    driver.run(account, call(step))
    ran = driver.run(account, call(step, delta=-7))
    assert ran.ended is Ended.STOPPED
    assert "key" in ran.message
    assert outside.effects(step) == 1


def test_missing_input_stops_and_names_the_field(driver: Driver, account: Account, outside: Outside) -> None:
    step = adjustment()
    ran = driver.run(account, call(step, sku=""))
    assert ran.ended is Ended.STOPPED
    assert "sku" in ran.message.lower()
    assert outside.effects(step) == 0


def test_a_provider_s_refusal_stops_with_its_words(driver: Driver, account: Account, outside: Outside) -> None:
    step = message()
    outside.strike(step, "status", status=422, body={"error": "suppressed", "message": "the recipient is suppressed"})
    ran = driver.run(account, call(step))
    assert ran.ended is Ended.STOPPED
    assert "the recipient is suppressed" in ran.message
    assert outside.effects(step) == 0


def test_a_lost_answer_is_waited_for_and_found(driver: Driver, account: Account, outside: Outside) -> None:
    """The provider did it and hung up: Oncestep answers 202, and the tool waits until the lookup has found it."""
    step = adjustment()
    outside.strike(step, "answer_lost")
    ran = driver.run(account, call(step))
    assert ran.ended is Ended.DONE, ran
    assert outside.effects(step) == 1


def test_a_step_that_needs_a_person_stops_and_says_so(driver: Driver, account: Account, outside: Outside) -> None:
    step = message()
    outside.refuse_credentials(step)
    ran = driver.run(account, call(step))
    assert ran.ended is Ended.STOPPED
    assert step.operation_id in ran.message
    assert "connection" in ran.message
    assert outside.effects(step) == 0


def test_too_many_requests_may_be_sent_again(driver: Driver, account: Account, busy: str) -> None:
    ran = driver.run(replace(account, base_url=busy), call(message()))
    assert ran.ended is Ended.AGAIN, ran


def test_a_server_that_is_down_may_be_asked_again(driver: Driver, account: Account) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # taken, and nobody listens
        down = f"http://127.0.0.1:{held.getsockname()[1]}"
        ran = driver.run(replace(account, base_url=down), call(message()))
    assert ran.ended is Ended.AGAIN, ran


def test_the_tool_s_own_retries_happen_once(driver: Driver, account: Account, outside: Outside) -> None:
    """Several items, of which one is refused at first: the tool runs all of them again."""
    steps = [message() for _ in range(3)]
    outside.strike(steps[1], "answer_lost")
    ran = driver.run_with_retries(account, [call(step) for step in steps])
    assert {one.ended for one in ran} == {Ended.DONE}, ran
    assert [outside.effects(step) for step in steps] == [1, 1, 1]


class _Busy(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        content = (
            b'{"type": "urn:oncestep:problem:too_many_requests", "title": "Too Many Requests", "status": 429, '
            b'"detail": "Too many requests at once; send the same request again.", "retryable": true}'
        )
        self.send_response(429)
        self.send_header("Content-Type", "application/problem+json")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def busy() -> Iterator[str]:
    """A server that answers every call as Oncestep answers a client over its quota."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Busy)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
