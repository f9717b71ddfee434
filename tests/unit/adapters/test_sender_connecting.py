"""What keeps a request from being sent at all: it was not applied, and the evidence says so."""

import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import AF_INET, SOCK_STREAM, create_server, socket
from threading import Thread

import pytest

from oncestep.adapters.address_guard import AddressGuard
from oncestep.adapters.urllib3_sender import Urllib3Sender
from oncestep.application.ports import Outgoing
from oncestep.domain.outcomes import Answer, Evidence, NoAnswer, Stage
from oncestep.domain.states import Attention
from tests.unit.adapters.certificates import Authority
from tests.unit.adapters.sending import LOCAL, request
from tests.unit.adapters.servers import answering, http, serving


def refusal(evidence: Evidence) -> tuple[str, Attention | None]:
    """The reason why nothing was sent."""
    assert isinstance(evidence, NoAnswer), evidence
    assert evidence.stage is Stage.BEFORE_WRITE
    return evidence.reason, evidence.attention


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority.new(tmp_path_factory.mktemp("certificates"))


def trusting(authority: Authority) -> Urllib3Sender:
    """A sender to whom every name is this machine, as long as its certificate is good."""
    return Urllib3Sender(AddressGuard(allow_loopback=True, resolver=lambda *_: ["127.0.0.1"]), authority.trusted())


@contextmanager
def full_port() -> Iterator[int]:
    """A port that listens, but whose queue of connections is full: it answers no more."""
    with create_server(("127.0.0.1", 0), backlog=0) as listener, socket(AF_INET, SOCK_STREAM) as first:
        first.connect(listener.getsockname())
        yield listener.getsockname()[1]


@contextmanager
def mute_port() -> Iterator[int]:
    """A port that takes connections and says nothing."""
    with create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@contextmanager
def blunt_port() -> Iterator[int]:
    """A port that refuses in plain HTTP whatever is said to it."""

    def refuse(listener: socket) -> None:
        with listener.accept()[0] as connection:
            connection.recv(1024)
            connection.sendall(http(b"", "400 Bad Request"))

    with create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=refuse, args=(listener,))
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


def test_nobody_listens() -> None:
    with create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    assert refusal(LOCAL.send(request(port))) == ("connection_refused", None)


@pytest.mark.parametrize("timeout", [200, 5_000], ids=["the request's own time", "the time for connecting"])
def test_nobody_takes_the_connection_in_time(monkeypatch: pytest.MonkeyPatch, timeout: int) -> None:
    if timeout == 5_000:
        monkeypatch.setattr("oncestep.adapters.urllib3_sender.CONNECT_SECONDS", 0.2)
    started = time.monotonic()
    with full_port() as port:
        assert refusal(LOCAL.send(request(port, timeout=timeout))) == ("connect_timeout", None)
    assert time.monotonic() - started < 4


def test_the_other_side_does_not_answer_to_tls_in_time(authority: Authority) -> None:
    with mute_port() as port:
        evidence = trusting(authority).send(request(port, scheme="https", timeout=200))
    assert refusal(evidence) == ("connect_timeout", None)


def test_a_request_whose_time_was_used_up_by_connecting_is_not_sent() -> None:
    def slowly(_host: str, _port: int) -> list[str]:
        time.sleep(0.05)
        return ["127.0.0.1"]

    sender = Urllib3Sender(AddressGuard(allow_loopback=True, resolver=slowly))
    with serving(answering(http())) as server:
        reason, _ = refusal(sender.send(request(server.port, timeout=20)))
    assert reason in {"timeout", "connect_timeout"}
    assert server.requests == []


@pytest.mark.parametrize("name", ["api.shop.example", "127.0.0.1"])
def test_a_trusted_certificate_of_that_name_is_let_through(authority: Authority, name: str) -> None:
    with serving(answering(http(b"secure")), authority.server(name)) as server:
        evidence = trusting(authority).send(request(server.port, scheme="https", host=name))
    assert isinstance(evidence, Answer)
    assert evidence.body == b"secure"
    assert f"Host: {name}:{server.port}".encode() in server.requests[0]


@pytest.mark.parametrize("name", ["other.example", "shop.example", "127.0.0.2"])
def test_a_certificate_of_another_name_is_refused(authority: Authority, name: str) -> None:
    with serving(answering(http()), authority.server(name)) as server:
        evidence = trusting(authority).send(request(server.port, scheme="https", host="api.shop.example"))
    assert refusal(evidence) == ("tls_failed", None)
    assert server.requests == []


def test_a_certificate_of_a_stranger_is_refused(authority: Authority, tmp_path: Path) -> None:
    stranger = Authority.new(tmp_path)
    with serving(answering(http()), stranger.server("api.shop.example")) as server:
        evidence = trusting(authority).send(request(server.port, scheme="https", host="api.shop.example"))
    assert refusal(evidence) == ("tls_failed", None)


def test_a_server_without_tls_is_refused(authority: Authority) -> None:
    with blunt_port() as port:
        evidence = trusting(authority).send(request(port, scheme="https"))
    assert refusal(evidence) == ("tls_failed", None)


def test_checking_names_is_not_switched_off_by_sending(authority: Authority) -> None:
    sender = trusting(authority)
    with serving(answering(http()), authority.server("api.shop.example")) as server:
        sender.send(request(server.port, scheme="https", host="api.shop.example"))
    assert (sender.tls.check_hostname, sender.tls.verify_mode) == (True, ssl.CERT_REQUIRED)


PUBLIC = Urllib3Sender(AddressGuard(resolver=lambda host, _: ["10.0.0.1" if host == "inside.example" else "8.8.8.8"]))


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://shop.example/", ("bank.example",)),
        ("https://shop.example/", ()),
        ("https://inside.example/", ("inside.example",)),
        ("http://shop.example/", ("shop.example",)),
        ("ftp://shop.example/", ("shop.example",)),
        ("https:///things", ("shop.example",)),
    ],
    ids=["another host", "no host", "a private address", "plain HTTP", "another scheme", "no name"],
)
def test_where_requests_may_not_go_is_for_a_person_to_mend(url: str, allowed: tuple[str, ...]) -> None:
    evidence = PUBLIC.send(Outgoing("POST", url, (), b"", allowed, 1_000))
    assert refusal(evidence) == ("address_refused", Attention.CONNECTION)


def test_a_port_that_there_cannot_be_is_not_connected_to() -> None:
    evidence = PUBLIC.send(Outgoing("POST", "https://shop.example:99999/", (), b"", ("shop.example",), 1_000))
    assert refusal(evidence) == ("not_connected", None)


@pytest.mark.parametrize("url", ["https://[::1/", "https://[zone/"])
def test_a_url_that_is_none_is_not_connected_to(url: str) -> None:
    assert refusal(PUBLIC.send(Outgoing("POST", url, (), b"", ("::1",), 1_000))) == ("not_connected", None)


def test_a_name_that_does_not_resolve_is_not_connected_to() -> None:
    sender = Urllib3Sender(AddressGuard())
    evidence = sender.send(Outgoing("POST", "https://no-such-name.invalid/", (), b"", ("no-such-name.invalid",), 1_000))
    assert refusal(evidence) == ("name_unresolved", None)


def test_the_address_that_was_checked_is_the_one_that_is_connected_to() -> None:
    answers = iter([["127.0.0.1"], ["127.0.0.2"], ["127.0.0.3"]])
    sender = Urllib3Sender(AddressGuard(allow_loopback=True, resolver=lambda *_: next(answers)))
    with serving(answering(http(b"here"))) as server:
        evidence = sender.send(request(server.port, host="changing.example"))
    assert isinstance(evidence, Answer)
    assert evidence.body == b"here"
    assert next(answers) == ["127.0.0.2"]  # the name was resolved once
