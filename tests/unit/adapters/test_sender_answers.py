"""What the sender makes of an answer, and of an answer that does not come: from the first byte on it may be applied."""

import gzip
import socket
import struct
import time

import pytest

from oncestep.adapters.urllib3_sender import LARGEST_ANSWER
from oncestep.domain.outcomes import Answer, Evidence, NoAnswer, Stage
from tests.unit.adapters.sending import LOCAL, request
from tests.unit.adapters.servers import Script, answering, http, serving

TIMEOUT = 300
MEGABYTE = 1024 * 1024


def sent(script: Script, timeout: int = 5_000) -> Evidence:
    with serving(script) as server:
        evidence = LOCAL.send(request(server.port, timeout=timeout))
        assert len(server.requests) == 1
    return evidence


def answered(script: Script) -> Answer:
    evidence = sent(script)
    assert isinstance(evidence, Answer), evidence
    return evidence


def reset(stream: socket.socket, _: bytes) -> None:
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def trickling(*pieces: bytes) -> Script:
    """Send piece after piece, each well within any timeout of a single read."""

    def script(stream: socket.socket, _: bytes) -> None:
        for piece in pieces:
            stream.sendall(piece)
            time.sleep(0.05)

    return script


def test_an_answer_comes_whole() -> None:
    answer = answered(answering(http(b'{"id": "thing-1"}', "201 Created", "Content-Type: application/json")))
    assert (answer.status, answer.body, answer.truncated) == (201, b'{"id": "thing-1"}', False)
    assert answer.header("content-type") == "application/json"


@pytest.mark.parametrize("status", [200, 301, 302, 307, 308, 400, 401, 409, 429, 500, 503])
def test_every_status_is_an_answer_and_no_redirect_is_followed(status: int) -> None:
    answer = answered(answering(http(b"", f"{status} Status", "Location: /elsewhere")))
    assert (answer.status, answer.header("location")) == (status, "/elsewhere")


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\nbody",
        b"HTTP/1.0 200 OK\r\n\r\nbody",
        b"HTTP/1.1 100 Continue\r\n\r\n" + http(b"body"),
        b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 3\r\n\r\n" + http(b"body"),
        b"HTTP/1.1 102 Processing\r\n\r\n" * 100 + b"HTTP/1.1 100 Continue\r\n\r\n" + http(b"body"),
    ],
    ids=["chunked", "until the end", "HTTP/1.0", "after 100", "after 103", "after very many"],
)
def test_a_body_is_read_however_it_is_framed(raw: bytes) -> None:
    assert answered(answering(raw)).body == b"body"


def test_what_an_informational_answer_says_is_no_part_of_the_answer() -> None:
    answer = answered(answering(b"HTTP/1.1 103 Early Hints\r\nX-Early: hint\r\n\r\n", http(b"{}", "201 Created")))
    assert (answer.status, answer.header("x-early")) == (201, None)


def test_a_switch_to_another_protocol_ends_the_exchange() -> None:
    assert answered(answering(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")).status == 101


def test_an_answer_without_a_body_has_none() -> None:
    assert answered(answering(b"HTTP/1.1 204 No Content\r\n\r\n")).body == b""


def test_a_packed_body_is_unpacked() -> None:
    packed = http(gzip.compress(b'{"id": "thing-1"}'), "200 OK", "Content-Encoding: gzip")
    assert answered(answering(packed)).body == b'{"id": "thing-1"}'


def test_a_header_that_comes_twice_keeps_both_values() -> None:
    answer = answered(answering(http(b"", "200 OK", "X-Warning: one", "x-warning: two")))
    assert answer.header("X-Warning") == "one, two"


@pytest.mark.parametrize(("size", "kept", "truncated"), [(-1, -1, False), (0, 0, False), (1, 0, True)])
def test_a_body_is_kept_up_to_the_bound(size: int, kept: int, truncated: bool) -> None:  # noqa: FBT001
    answer = answered(answering(http(b"a" * (LARGEST_ANSWER + size))))
    assert (len(answer.body), answer.truncated) == (LARGEST_ANSWER + kept, truncated)


def test_a_small_package_that_unpacks_to_very_much_is_kept_up_to_the_bound() -> None:
    bomb = gzip.compress(b"a" * (32 * MEGABYTE))
    answer = answered(answering(http(bomb, "200 OK", "Content-Encoding: gzip")))
    assert (len(answer.body), answer.truncated) == (LARGEST_ANSWER, True)


LOST = {
    "hangs up": answering(),
    "resets": reset,
    "headers cut short": answering(b"HTTP/1.1 200 OK\r\nContent-Le"),
    "only informational": answering(b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    "two lengths": answering(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
    "not HTTP": answering(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"),
    "no number": answering(b"HTTP/1.1 abc OK\r\n\r\n"),
    "a line without end": answering(b"HTTP/1.1 200 OK\r\nX: " + b"a" * 70_000 + b"\r\n\r\n"),
    "too many headers": answering(b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 200 + b"\r\n"),
}


@pytest.mark.parametrize("script", LOST.values(), ids=LOST.keys())
def test_an_answer_that_cannot_be_read_may_mean_anything(script: Script) -> None:
    evidence = sent(script)
    assert isinstance(evidence, NoAnswer)
    assert (evidence.stage, evidence.reason) == (Stage.AFTER_WRITE, "connection_lost")


CHUNKED = b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n"
PACKED = gzip.compress(b'{"id": "thing-1"}')
BROKEN = {
    "body cut short": (answering(b"HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\nhalf"), b"half"),
    "no body at all": (answering(b"HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\n"), b""),
    "chunk cut short": (answering(CHUNKED + b"10\r\nhalf"), b"half"),
    "no last chunk": (answering(CHUNKED + b"4\r\nbody\r\n"), b"body"),
    "no chunk": (answering(CHUNKED + b"zz\r\n"), b""),
    "not packed": (answering(http(b"plain", "201 Created", "Content-Encoding: gzip")), b""),
    "package damaged": (answering(http(PACKED[:-4] + b"none", "201 Created", "Content-Encoding: gzip")), b""),
}


@pytest.mark.parametrize(("script", "body"), BROKEN.values(), ids=BROKEN.keys())
def test_the_status_stands_although_the_body_broke(script: Script, body: bytes) -> None:
    answer = answered(script)
    assert (answer.status, answer.truncated) == (201, True)
    assert answer.body == body


def test_what_came_before_the_reset_is_kept() -> None:
    def script(stream: socket.socket, _: bytes) -> None:
        stream.sendall(b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 10\r\n\r\nhalf")
        time.sleep(0.1)
        reset(stream, _)

    answer = answered(script)
    assert (answer.status, answer.header("retry-after"), answer.truncated) == (429, "7", True)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
SLOW = {
    "silence": trickling(*[b""] * 12),
    "trickling status line": trickling(*[b"H"] * 12),
    "trickling headers": trickling(b"HTTP/1.1 200 OK\r\n", *[b"X: a\r\n"] * 12),
    "endless 100s": trickling(*[b"HTTP/1.1 100 Continue\r\n\r\n"] * 12),
    "endless 103s": trickling(*[b"HTTP/1.1 103 Early Hints\r\n\r\n"] * 12),
}
SLOW_BODIES = {
    "trickling body": trickling(HEAD, *[b"a"] * 12),
    "trickling chunks": trickling(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", *[b"1\r\na\r\n"] * 12),
}


@pytest.mark.parametrize("slow", SLOW.values(), ids=SLOW.keys())
def test_no_way_of_being_slow_stretches_the_exchange_past_its_deadline(slow: Script) -> None:
    assert sent(slow, TIMEOUT) == NoAnswer(Stage.AFTER_WRITE, "timeout")


@pytest.mark.parametrize("slow", SLOW_BODIES.values(), ids=SLOW_BODIES.keys())
def test_of_a_body_that_is_slow_what_came_in_time_is_kept(slow: Script) -> None:
    before = time.monotonic()
    answer = sent(slow, TIMEOUT)
    assert isinstance(answer, Answer)
    assert (answer.status, answer.truncated) == (200, True)
    assert set(answer.body) == set(b"a")
    assert time.monotonic() - before < 2


def test_an_answer_may_take_longer_than_connecting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oncestep.adapters.urllib3_sender.CONNECT_SECONDS", 0.1)

    def thinks(stream: socket.socket, _: bytes) -> None:
        time.sleep(0.25)
        stream.sendall(http(b"thought about it"))

    assert answered(thinks).body == b"thought about it"


def test_an_answer_with_odd_headers_puts_no_credential_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with serving(answering(b"HTTP/1.1 200 OK\r\n: odd\r\nContent-Length: 0\r\n\r\n")) as server:
        LOCAL.send(request(server.port, "/things?api_key=secret"))
    assert "secret" not in caplog.text
