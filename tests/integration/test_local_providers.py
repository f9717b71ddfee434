"""The demo's servers as real processes: what a client sees, and what the provider has really done."""

import errno
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from cli.providers.client import Faults, inventory_effects, mail_effects, payment_effects

ROOT = Path(__file__).parents[2]
LOCALSTRIPE = ROOT / ".local/localstripe/bin/python"
SERVE_LOCALSTRIPE = """
import sys
from aiohttp import web
from localstripe.server import app
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None, access_log=None)
"""
POST_ONE = """
import json, sys, urllib.request
body = json.dumps({"sku": "sku-1", "delta": -1, "reference": "order-1"}).encode()
urllib.request.urlopen(urllib.request.Request(sys.argv[1], body, {"Content-Type": "application/json"}))
"""

# One client, since loading certificates takes longer than a test; a connection per request, since some die.
HTTP = httpx.Client(limits=httpx.Limits(max_keepalive_connections=0))


@dataclass(frozen=True, slots=True)
class World:
    """`through_*` leads through the proxy; `loop` leads through it twice."""

    faults: Faults
    admin: str
    inventory: str
    mail: str
    through_inventory: str
    through_mail: str
    loop: str


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    inventory, mail, admin, to_inventory, to_mail, loop = (free_url() for _ in range(6))
    routes = [("inventory", to_inventory, inventory), ("mail", to_mail, mail), ("loop", loop, to_inventory)]
    route_args = [f"--route={name}={port_of(listen)},{upstream}" for name, listen, upstream in routes]
    with ExitStack() as servers:
        servers.enter_context(provider(inventory, "inventory", "--port", port_of(inventory)))
        servers.enter_context(provider(mail, "mail", "--port", port_of(mail), "--retention-seconds", "60"))
        servers.enter_context(provider(admin, "proxy", "--admin-port", port_of(admin), *route_args))
        faults = Faults(admin)
        servers.callback(faults.close)
        yield World(faults, admin, inventory, mail, to_inventory, to_mail, loop)


@pytest.fixture(autouse=True)
def _clean(world: World) -> None:
    world.faults.clear()
    world.faults.up("inventory")
    for base_url in (world.inventory, world.mail):
        HTTP.post(f"{base_url}/_reset").raise_for_status()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def free_url() -> str:
    return f"http://127.0.0.1:{free_port()}"


def port_of(base_url: str) -> str:
    return base_url.rpartition(":")[2]


@contextmanager
def provider(base_url: str, *args: str) -> Iterator[None]:
    """Serve until the block ends; what the server then leaves on stderr fails the test."""
    command = [sys.executable, "-m", "cli.providers", *args]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        try:
            wait_until_up(f"{base_url}/_health")
            yield
        finally:
            process.terminate()
            _, complaints = process.communicate(timeout=10)
    assert (process.returncode, complaints) == (0, "")


def wait_until_up(url: str) -> None:
    for _ in range(500):
        try:
            HTTP.get(url)
        except httpx.ConnectError:
            time.sleep(0.02)
        else:
            return
    raise TimeoutError(url)


def adjust(base_url: str, reference: str = "order-1", **fields: object) -> httpx.Response:
    body = {"sku": "sku-1", "delta": -1, "reference": reference, **fields}
    return HTTP.post(f"{base_url}/adjustments", json=body)


def send(base_url: str, key: str | None = "key-1", **fields: object) -> httpx.Response:
    body = {"to": "ann@example.com", "subject": "Your order", "text": "On its way.", **fields}
    headers = {"Authorization": "Bearer t", **({"Idempotency-Key": key} if key else {})}
    return HTTP.post(f"{base_url}/messages", json=body, headers=headers)


@contextmanager
def adjusting(world: World) -> Iterator["Future[httpx.Response]"]:
    with ThreadPoolExecutor() as pool:
        yield pool.submit(adjust, world.through_inventory)


@contextmanager
def connection_reset() -> Iterator[None]:
    with pytest.raises(httpx.ReadError, match=str(errno.ECONNRESET)):
        yield


def test_inventory_adjusts_each_time_and_can_be_asked_what_it_did(world: World) -> None:
    first, second = adjust(world.inventory), adjust(world.inventory)
    found = HTTP.get(f"{world.inventory}/adjustments", params={"reference": "order-1"})
    assert (first.status_code, second.status_code) == (201, 201)
    assert found.json() == {"data": [first.json(), second.json()]}
    assert HTTP.get(f"{world.inventory}/adjustments/{first.json()['id']}").json() == first.json()
    assert inventory_effects(world.inventory) == {"order-1": 2}


def test_inventory_names_the_wrong_field(world: World) -> None:
    answer = adjust(world.inventory, delta="one")
    assert (answer.status_code, answer.json()["field"]) == (422, "delta")


def test_inventory_can_be_mended(world: World) -> None:
    poisoned = adjust(world.inventory, sku="sku-poison")
    HTTP.post(f"{world.inventory}/_skus", json={"sku": "sku-poison", "stock": 5})
    HTTP.post(f"{world.inventory}/_outage", json={"on": True})
    refused = adjust(world.inventory, sku="sku-poison")
    HTTP.post(f"{world.inventory}/_outage", json={"on": False})
    mended = adjust(world.inventory, sku="sku-poison")
    assert [answer.status_code for answer in (poisoned, refused, mended)] == [422, 401, 201]


def test_mail_sends_once_per_key(world: World) -> None:
    first, repeat = send(world.mail), send(world.mail)
    assert (repeat.status_code, repeat.json()) == (201, first.json())
    assert "Idempotent-Replayed" not in first.headers
    assert repeat.headers["Idempotent-Replayed"] == "true"
    assert mail_effects(world.mail) == {"key-1": 1}


def test_mail_sends_each_time_without_a_key(world: World) -> None:
    assert send(world.mail, None).json() != send(world.mail, None).json()
    assert mail_effects(world.mail, by="to") == {"ann@example.com": 2}
    assert mail_effects(world.mail) == {}


def test_mail_refuses_a_key_with_another_body(world: World) -> None:
    send(world.mail)
    answer = send(world.mail, text="Something else.")
    assert (answer.status_code, answer.json()["error"]) == (409, "invalid_idempotent_request")


def test_mail_refuses_a_key_that_is_under_way(world: World) -> None:
    HTTP.post(f"{world.mail}/_pace", json={"seconds": 0.3})
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(send, [world.mail] * 2))
    loser = next(answer for answer in answers if answer.status_code == 409)
    assert loser.json()["error"] == "concurrent_idempotent_requests"
    assert mail_effects(world.mail) == {"key-1": 1}


def test_mail_replays_a_validation_error_too(world: World) -> None:
    first, repeat = send(world.mail, to="ann"), send(world.mail, to="ann")
    assert (first.status_code, first.json()["field"]) == (422, "to")
    assert (repeat.json(), repeat.headers["Idempotent-Replayed"]) == (first.json(), "true")


def test_mail_wants_a_token(world: World) -> None:
    assert HTTP.post(f"{world.mail}/messages", json={}).status_code == 401


def test_mail_forgets_a_key_after_its_retention(world: World) -> None:
    send(world.mail)
    HTTP.post(f"{world.mail}/_clock", json={"advance_seconds": 61})
    assert "Idempotent-Replayed" not in send(world.mail).headers
    assert mail_effects(world.mail) == {"key-1": 2}


def test_a_request_without_a_fault_passes_untouched(world: World) -> None:
    sent = send(world.through_mail)
    adjust(world.through_inventory, "order/1 ä")
    found = HTTP.get(f"{world.through_inventory}/adjustments?reference=order%2F1%20%C3%A4")
    assert sent.json() == send(world.mail).json()
    assert [one["reference"] for one in found.json()["data"]] == ["order/1 ä"]


def test_the_log_says_what_became_of_each_request(world: World) -> None:
    send(world.through_mail)
    adjust(world.through_inventory)
    [entry] = world.faults.requests("mail", contains="key-1")
    assert (entry.method, entry.path, entry.idempotency_key) == ("POST", "/messages", "key-1")
    assert (entry.fault, entry.forwarded, entry.upstream_status, entry.answered) == (None, True, 201, 201)
    assert [other.n - entry.n for other in world.faults.requests()] == [0, 1]


def test_a_fault_strikes_only_the_requests_that_it_describes(world: World) -> None:
    world.faults.add("inventory", "status", method="POST", path="/adj", contains="order-2", status=503)
    references = ["order-1", "order-2", "order-2"]
    answers = [adjust(world.through_inventory, reference).status_code for reference in references]
    assert answers == [201, 503, 201]


def test_answer_lost(world: World) -> None:
    world.faults.add("inventory", "answer_lost")
    with connection_reset():
        adjust(world.through_inventory)
    assert inventory_effects(world.inventory) == {"order-1": 1}
    [entry] = world.faults.requests()
    assert (entry.fault, entry.upstream_status, entry.answered) == ("answer_lost", 201, None)


def test_drop_before_effect(world: World) -> None:
    world.faults.add("inventory", "drop_before_effect")
    with connection_reset():
        adjust(world.through_inventory)
    assert inventory_effects(world.inventory) == {}
    assert not world.faults.requests()[0].forwarded


def test_late_effect(world: World) -> None:
    world.faults.add("inventory", "late_effect", seconds=0.3)
    with connection_reset():
        adjust(world.through_inventory)
    assert inventory_effects(world.inventory) == {}
    world.faults.wait_for(lambda entry: entry.upstream_status == 201)
    assert inventory_effects(world.inventory) == {"order-1": 1}


def test_error_after_effect(world: World) -> None:
    world.faults.add("inventory", "error_after_effect")
    world.faults.add("inventory", "error_after_effect", status=502)
    assert [adjust(world.through_inventory).status_code for _ in range(2)] == [500, 502]
    assert inventory_effects(world.inventory) == {"order-1": 2}


def test_status(world: World) -> None:
    world.faults.add("inventory", "status", status=429, headers={"Retry-After": "2"}, body={"error": "slow"})
    answer = adjust(world.through_inventory)
    assert (answer.status_code, answer.headers["Retry-After"], answer.json()) == (429, "2", {"error": "slow"})
    assert inventory_effects(world.inventory) == {}


def test_garbage(world: World) -> None:
    world.faults.add("inventory", "garbage")
    with pytest.raises(httpx.RemoteProtocolError, match="without sending complete message body"):
        adjust(world.through_inventory)
    assert inventory_effects(world.inventory) == {"order-1": 1}


def test_slow(world: World) -> None:
    world.faults.add("inventory", "slow", seconds=0.3)
    before = time.monotonic()
    assert adjust(world.through_inventory).status_code == 201
    assert time.monotonic() - before >= 0.3


def test_hold_keeps_the_answer_back_until_its_release(world: World) -> None:
    held = world.faults.add("inventory", "hold")
    with adjusting(world) as answer:
        world.faults.wait_for(lambda entry: entry.upstream_status == 201)
        assert inventory_effects(world.inventory) == {"order-1": 1}
        assert not answer.done()
        world.faults.release(held)
        assert answer.result(timeout=5).status_code == 201


def test_a_client_that_leaves_while_it_is_held_gets_no_answer(world: World) -> None:
    held = world.faults.add("inventory", "hold")
    with pytest.raises(httpx.ReadTimeout):
        HTTP.post(f"{world.through_inventory}/adjustments", json={}, timeout=0.2)
    world.faults.release(held)
    adjust(world.through_inventory)
    assert [entry.answered for entry in world.faults.requests()] == [None, 201]


def test_hold_before_keeps_the_request_back_until_its_release(world: World) -> None:
    held = world.faults.add("inventory", "hold_before")
    with adjusting(world) as answer:
        world.faults.wait_for(lambda entry: entry.fault_id == held)
        assert inventory_effects(world.inventory) == {}
        world.faults.release(held)
        assert answer.result(timeout=5).status_code == 201
    assert inventory_effects(world.inventory) == {"order-1": 1}


def test_hold_before_never_forwards_when_the_fault_is_removed(world: World) -> None:
    held = world.faults.add("inventory", "hold_before")
    with adjusting(world) as answer:
        world.faults.wait_for(lambda entry: entry.fault_id == held)
        world.faults.remove(held)
        with connection_reset():
            answer.result(timeout=5)
    assert inventory_effects(world.inventory) == {}


@pytest.mark.parametrize(
    ("fault", "effects"),
    [("kill_before_effect", {}), ("kill_after_effect", {"order-1": 1})],
)
def test_kill(world: World, fault: str, effects: dict[str, int]) -> None:
    world.faults.add("inventory", fault)
    command = [sys.executable, "-c", POST_ONE, f"{world.through_inventory}/adjustments"]
    killed = subprocess.run(command, check=False, capture_output=True, timeout=10)
    assert killed.returncode == -signal.SIGKILL
    assert inventory_effects(world.inventory) == effects


def test_the_proxy_never_kills_itself(world: World) -> None:
    world.faults.add("inventory", "kill_before_effect")
    answer = adjust(world.loop)
    assert (answer.status_code, answer.json()["error"]) == (502, "client_not_found")
    assert inventory_effects(world.inventory) == {}


def test_a_route_that_is_down_refuses_connections_and_ends_open_ones(world: World) -> None:
    with httpx.Client(base_url=world.through_inventory) as client:
        assert client.get("/_effects").status_code == 200
        world.faults.down("inventory")
        with pytest.raises(httpx.ConnectError):
            client.get("/_effects")
        world.faults.up("inventory")
        assert client.get("/_effects").status_code == 200


def test_a_provider_that_is_down_is_a_bad_gateway(world: World) -> None:
    world.faults.down("inventory")
    answer = adjust(world.loop)
    assert (answer.status_code, answer.json()["error"]) == (502, "upstream_failed")


def test_the_admin_lists_what_is_set(world: World) -> None:
    fault_id = world.faults.add("inventory", "slow", times=None, seconds=0)
    adjust(world.through_inventory)
    [fault] = HTTP.get(f"{world.admin}/faults").json()["data"]
    assert (fault["id"], fault["times"], fault["applied"]) == (fault_id, None, 1)


def test_the_admin_says_what_is_wrong(world: World) -> None:
    answer = HTTP.post(f"{world.admin}/faults", json={"provider": "mail", "fault": "hold", "times": 0})
    assert (answer.status_code, answer.json()["field"]) == (400, "times")
    with pytest.raises(httpx.HTTPStatusError, match="no route paypal"):
        world.faults.down("paypal")


@pytest.mark.skipif(not LOCALSTRIPE.exists(), reason="localstripe is installed by `make setup`")
def test_payments_are_counted_over_all_pages() -> None:
    port, auth = free_port(), ("sk_test_demo", "")
    url = f"http://127.0.0.1:{port}/v1/payment_intents"
    with subprocess.Popen([LOCALSTRIPE, "-c", SERVE_LOCALSTRIPE, str(port)]) as server:
        try:
            wait_until_up(url)
            pay = {"amount": 500, "currency": "eur", "payment_method": "pm_card_visa", "confirm": "true"}
            with httpx.Client(auth=auth) as client:
                for number in range(102):
                    named = {"metadata[oncestep_operation]": f"op_{number % 2}"} if number else {}
                    client.post(url, data={**pay, **named}).raise_for_status()
            assert payment_effects(f"http://127.0.0.1:{port}", auth[0]) == {"op_0": 50, "op_1": 51}
        finally:
            server.terminate()
