"""One HTTP exchange on urllib3's connections: no retries, no redirects, no proxies, and it tells how far it got."""

import logging
import re
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from time import monotonic
from typing import cast
from urllib.parse import SplitResult, urlsplit

from urllib3 import HTTPHeaderDict
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError, NewConnectionError, SSLError
from urllib3.exceptions import TimeoutError as Urllib3Timeout
from urllib3.response import BaseHTTPResponse

from oncestep.adapters.address_guard import AddressGuard, AddressRefused, NameUnresolved
from oncestep.adapters.final_response import FinalResponse
from oncestep.adapters.wire import Wire
from oncestep.application.outgoing import host_allowed
from oncestep.application.ports import Outgoing
from oncestep.domain.contract import SENDERS_OWN
from oncestep.domain.outcomes import Answer, Evidence, NoAnswer, Stage
from oncestep.domain.states import Attention

CONNECT_SECONDS = 5.0
LARGEST_ANSWER = 4 * 1024 * 1024
CHUNK = 64 * 1024
DEFAULT_HEADERS = {"User-Agent": "oncestep/1", "Accept": "application/json, */*;q=0.5"}

# It would log the URL of an answer with odd headers, and that may hold a credential.
logging.getLogger("urllib3.connection").setLevel(logging.ERROR)

_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_REASONS = (
    (NameUnresolved, "name_unresolved"),
    (NewConnectionError, "connection_refused"),
    ((Urllib3Timeout, TimeoutError), "connect_timeout"),
    ((SSLError, ssl.SSLError), "tls_failed"),
)
# What is wrong is not told: it may be the credential itself.
_UNSENDABLE = NoAnswer(
    Stage.BEFORE_WRITE,
    "not_sendable",
    Attention.CONNECTION,
    "a header or the address holds characters that HTTP does not allow; look for line breaks in the credentials",
)


@dataclass(slots=True, eq=False, repr=False)
class Urllib3Sender:
    """`Sender`. Verifies TLS against the name in the URL, and connects to the address that the guard has checked."""

    guard: AddressGuard
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def send(self, request: Outgoing) -> Evidence:
        """Send once; see `Sender`."""
        deadline = monotonic() + request.timeout / 1000
        try:
            with self._connected(request, deadline) as connection:
                return _exchange(connection, request, deadline)
        except _Refused as refused:
            return refused.evidence

    @contextmanager
    def _connected(self, request: Outgoing, deadline: float) -> Iterator[HTTPConnection]:
        """An open connection, with TLS done: nothing of the request has been written yet.

        Raises:
            _Refused: there is none, with the evidence.

        """
        try:
            connection = self._connection(urlsplit(request.url), request.allowed_hosts, deadline)
        except (AddressRefused, NameUnresolved, ValueError) as error:
            raise _Refused(error) from error
        try:
            connection.connect()
        except (HTTPError, OSError, ValueError) as error:
            connection.close()
            raise _Refused(error) from error
        opened = connection.sock
        try:
            yield connection
        finally:
            opened.close()

    def _connection(self, url: SplitResult, allowed_hosts: tuple[str, ...], deadline: float) -> HTTPConnection:
        host = url.hostname or ""
        if not host_allowed(host, allowed_hosts):
            raise AddressRefused(f"{host} is not one of the hosts that this connection allows")
        if url.scheme != "https" and not self.guard.allow_loopback:
            raise AddressRefused("requests go over https only")
        port = url.port or (443 if url.scheme == "https" else 80)
        address = self.guard.address(host, port)
        timeout = min(CONNECT_SECONDS, max(0.001, deadline - monotonic()))
        connection = (
            HTTPSConnection(address, port, timeout=timeout, ssl_context=self.tls, server_hostname=host)
            if url.scheme == "https"
            else HTTPConnection(address, port, timeout=timeout)
        )
        connection.response_class = FinalResponse
        return connection


class _Refused(Exception):
    """Nothing was written: the evidence why."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        if isinstance(error, AddressRefused):
            reason, attention = "address_refused", Attention.CONNECTION
        else:
            reason, attention = _reason(error), None
        self.evidence = NoAnswer(Stage.BEFORE_WRITE, reason, attention, str(error))


def _reason(error: Exception) -> str:
    return next((reason for kinds, reason in _REASONS if isinstance(error, kinds)), "not_connected")


def _exchange(connection: HTTPConnection, request: Outgoing, deadline: float) -> Evidence:
    """Write the request and read the answer: once a byte is written, whatever goes wrong may have been applied."""
    wire = Wire(connection.sock, deadline)
    connection.sock = cast("ssl.SSLSocket", wire)
    try:
        _write(connection, request)
        response = connection.getresponse()
        if wire.ended:
            raise ConnectionError("the answer ended within its headers")
    except (TimeoutError, Urllib3Timeout):
        return NoAnswer(Stage.AFTER_WRITE if wire.written else Stage.BEFORE_WRITE, "timeout")
    except (HTTPError, HTTPException, OSError, ValueError) as error:
        return NoAnswer(Stage.AFTER_WRITE, "connection_lost", detail=str(error)) if wire.written else _UNSENDABLE
    body, truncated = _read(response)
    return Answer(response.status, dict(response.headers), body, truncated)


def _write(connection: HTTPConnection, request: Outgoing) -> None:
    url = urlsplit(request.url)
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    headers = _headers(request.headers, url.netloc.rpartition("@")[2])
    connection.request(
        request.method, target, body=request.body or None, headers=headers, preload_content=False, decode_content=True
    )


def _headers(given: tuple[tuple[str, str], ...], host: str) -> Mapping[str, str]:
    """Each header once, whatever the case of its name."""
    headers = HTTPHeaderDict({**DEFAULT_HEADERS, "Host": host})
    for name, value in given:
        if not (_TOKEN.fullmatch(name) and _VALUE.fullmatch(value)):
            raise ValueError("not a header of RFC 9110")  # the client alone would write spaces in names, folded values
        if name.lower() not in SENDERS_OWN:
            headers[name] = value
    return headers


def _read(response: BaseHTTPResponse) -> tuple[bytes, bool]:
    """The body, up to the bound, and whether it is cut off: the status stands, whatever becomes of the body."""
    body = bytearray()
    try:
        while len(body) <= LARGEST_ANSWER and (chunk := response.read1(CHUNK)):
            body += chunk
    except (HTTPError, HTTPException, OSError, ValueError):  # the time is up, or the body is not what its headers say
        return bytes(body[:LARGEST_ANSWER]), True
    return bytes(body[:LARGEST_ANSWER]), len(body) > LARGEST_ANSWER
