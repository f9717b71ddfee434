"""What the sender writes on the wire: the frozen bytes, every header once, and nothing that the environment adds."""

import pytest

from oncestep.domain.outcomes import NoAnswer, Stage
from oncestep.domain.states import Attention
from tests.unit.adapters.sending import LOCAL, request
from tests.unit.adapters.servers import Server, answering, http, serving


def head_of(server: Server) -> tuple[str, dict[str, str]]:
    """The request line and the headers of the one request that came; a header that came twice fails."""
    (received,) = server.requests
    line, *lines = received.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    pairs = [(name.lower(), value) for name, _, value in (header.partition(": ") for header in lines)]
    assert len(dict(pairs)) == len(pairs)
    return line, dict(pairs)


def body_of(server: Server) -> bytes:
    return server.requests[0].partition(b"\r\n\r\n")[2]


def test_the_frozen_bytes_arrive_as_they_are() -> None:
    body = b'{"sku": "b\xc3\xbccher"}\x00\xff'
    headers = (("Content-Type", "application/json"), ("Idempotency-Key", "op_1"))
    with serving(answering(http())) as server:
        LOCAL.send(request(server.port, "/v1/things?a=%20b&c=", headers=headers, body=body))
    assert body_of(server) == body
    assert head_of(server) == (
        "POST /v1/things?a=%20b&c= HTTP/1.1",
        {
            "host": f"127.0.0.1:{server.port}",
            "content-length": str(len(body)),
            "accept-encoding": "identity",
            "accept": "application/json, */*;q=0.5",
            "user-agent": "oncestep/1",
            "content-type": "application/json",
            "idempotency-key": "op_1",
        },
    )


@pytest.mark.parametrize(
    ("target", "written"),
    [("", "/"), ("?a=1", "/?a=1"), ("/a%2Fb", "/a%2Fb"), ("//twice", "//twice"), ("/a#fragment", "/a")],
)
def test_the_target_is_that_of_the_url(target: str, written: str) -> None:
    with serving(answering(http())) as server:
        LOCAL.send(request(server.port, target))
    assert head_of(server)[0] == f"POST {written} HTTP/1.1"


@pytest.mark.parametrize(("method", "length"), [("POST", "0"), ("PUT", "0"), ("GET", None), ("DELETE", None)])
def test_a_request_without_a_body_says_so_where_one_is_expected(method: str, length: str | None) -> None:
    with serving(answering(http())) as server:
        LOCAL.send(request(server.port, method=method))
    assert head_of(server)[1].get("content-length") == length


def test_a_header_of_the_action_stands_for_ours_whatever_its_case() -> None:
    headers = (("user-agent", "shop"), ("ACCEPT", "text/csv"), ("x-one", "1"), ("X-One", "2"))
    with serving(answering(http())) as server:
        LOCAL.send(request(server.port, headers=headers))
    sent = head_of(server)[1]
    assert (sent["user-agent"], sent["accept"], sent["x-one"]) == ("shop", "text/csv", "2")


@pytest.mark.parametrize("name", ["Host", "host", "Content-Length", "Transfer-Encoding"])
def test_nobody_has_a_say_in_host_and_framing(name: str) -> None:
    with serving(answering(http())) as server:
        LOCAL.send(request(server.port, headers=((name, "7"),), body=b"body"))
    sent = head_of(server)[1]
    assert (sent["host"], sent["content-length"]) == (f"127.0.0.1:{server.port}", "4")
    assert "transfer-encoding" not in sent


def test_a_user_in_the_url_is_not_part_of_the_host() -> None:
    with serving(answering(http())) as server:
        sent = request(server.port)
        LOCAL.send(type(sent)("POST", f"http://user:pw@127.0.0.1:{server.port}/", (), b"", ("127.0.0.1",), 5_000))
    assert head_of(server)[1]["host"] == f"127.0.0.1:{server.port}"


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with serving(answering(http())) as server:
        LOCAL.send(request(server.port))
    assert head_of(server)[0] == "POST /things HTTP/1.1"


@pytest.mark.parametrize(
    "header",
    [
        ("Authorization", "Bearer secret\r\nX-Injected: 1"),
        ("Authorization", "Bearer secret\n"),
        ("Authorization", "Bearer secret\r\n folded"),
        ("Authorization", "Bearer secret\x00"),
        ("Authorization", "Bearer secret\N{SNOWMAN}"),
        ("X-Injected: 1\r\nX", "secret"),
        ("X Y", "secret"),
        ("", "secret"),
    ],
)
def test_a_header_that_http_does_not_allow_is_not_sent_and_not_told(header: tuple[str, str]) -> None:
    with serving(answering(http())) as server:
        evidence = LOCAL.send(request(server.port, headers=(header,)))
    assert server.requests == []
    assert isinstance(evidence, NoAnswer)
    assert (evidence.stage, evidence.attention) == (Stage.BEFORE_WRITE, Attention.CONNECTION)
    assert "secret" not in evidence.detail


@pytest.mark.parametrize("target", ["/a b", "/a\x7f", "/\N{SNOWMAN}"])
def test_a_target_that_http_does_not_allow_is_not_sent_and_not_told(target: str) -> None:
    with serving(answering(http())) as server:
        evidence = LOCAL.send(request(server.port, f"{target}?api_key=secret"))
    assert server.requests == []
    assert isinstance(evidence, NoAnswer)
    assert evidence.stage is Stage.BEFORE_WRITE
    assert "secret" not in evidence.detail
