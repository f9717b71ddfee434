"""One HTTP exchange on urllib3's connections: no retries, no redirects, no proxies, and it tells how far it got."""

import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError, NewConnectionError, SSLError
from urllib3.exceptions import TimeoutError as PoolTimeout
from urllib3.response import BaseHTTPResponse

from oncestep.adapters.address_guard import AddressGuard, AddressRefused, NameUnresolved
from oncestep.application.outgoing import host_allowed
from oncestep.application.ports import Outgoing
from oncestep.domain.outcomes import Answer, Evidence, NoAnswer, Stage
from oncestep.domain.states import Attention

CONNECT_SECONDS = 5.0
LARGEST_ANSWER = 4 * 1024 * 1024
CHUNK = 64 * 1024
USER_AGENT = "oncestep/1"


class _TooLate(Exception):
    """The exchange has used up its time."""


@dataclass(frozen=True, slots=True)
class Urllib3Sender:
    """`Sender`. Verifies TLS against the name in the URL, and connects to the address that the guard has checked."""

    guard: AddressGuard
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def send(self, request: Outgoing) -> Evidence:
        """Send once; see `Sender`."""
        deadline = monotonic() + request.timeout / 1000
        try:
            connection = self._connect(request, deadline)
        except _Refused as refused:
            return refused.evidence
        try:
            return _exchange(connection, request, deadline)
        finally:
            connection.close()

    def _connect(self, request: Outgoing, deadline: float) -> HTTPConnection:
        """An open connection, with TLS done: nothing of the request has been written yet.

        Raises:
            _Refused: there is none, with the evidence.

        """
        url = urlsplit(request.url)
        try:
            connection = self._connection(url, request.allowed_hosts, deadline)
            connection.connect()
        except AddressRefused as error:
            raise _Refused("address_refused", str(error), Attention.CONNECTION) from error
        except NameUnresolved as error:
            raise _Refused("name_unresolved", str(error)) from error
        except NewConnectionError as error:
            raise _Refused("connection_refused", str(error)) from error
        except PoolTimeout as error:
            raise _Refused("connect_timeout", str(error)) from error
        except (SSLError, ssl.SSLError) as error:
            raise _Refused("tls_failed", str(error)) from error
        except (HTTPError, OSError, ValueError) as error:
            raise _Refused("not_connected", str(error)) from error
        return connection

    def _connection(self, url: SplitResult, allowed_hosts: tuple[str, ...], deadline: float) -> HTTPConnection:
        host = url.hostname or ""
        if not host_allowed(host, allowed_hosts):
            raise AddressRefused(f"{host} is not one of the hosts that this connection allows")
        port = url.port or (443 if url.scheme == "https" else 80)
        address = self.guard.address(host, port)
        timeout = min(CONNECT_SECONDS, max(0.001, deadline - monotonic()))
        if url.scheme == "https":
            return HTTPSConnection(
                address, port, timeout=timeout, ssl_context=self.tls, server_hostname=host, assert_hostname=host
            )
        if not self.guard.allow_loopback:
            raise AddressRefused("requests go over https only")
        return HTTPConnection(address, port, timeout=timeout)


class _Refused(Exception):
    """Nothing was written: the evidence why."""

    def __init__(self, reason: str, detail: str, attention: Attention | None = None) -> None:
        super().__init__(detail)
        self.evidence = NoAnswer(Stage.BEFORE_WRITE, reason, attention, detail)


def _exchange(connection: HTTPConnection, request: Outgoing, deadline: float) -> Evidence:
    """Write the request and read the answer: from here on, whatever goes wrong may have been applied."""
    try:
        _limit(connection, deadline)
        _write(connection, request)
        response = connection.getresponse()
        body, truncated = _read(connection, response, deadline)
        return Answer(response.status, dict(response.headers.items()), body, truncated)
    except (_TooLate, TimeoutError, PoolTimeout):
        return NoAnswer(Stage.AFTER_WRITE, "timeout")
    except (HTTPError, OSError, ValueError) as error:
        return NoAnswer(Stage.AFTER_WRITE, "connection_lost", detail=str(error))


def _write(connection: HTTPConnection, request: Outgoing) -> None:
    url = urlsplit(request.url)
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    headers = {"Host": url.netloc, "User-Agent": USER_AGENT, "Accept": "application/json, */*;q=0.5"}
    headers |= dict(request.headers)
    connection.request(
        request.method, target, body=request.body or None, headers=headers, preload_content=False, decode_content=True
    )


def _read(connection: HTTPConnection, response: BaseHTTPResponse, deadline: float) -> tuple[bytes, bool]:
    """The body, up to the bound; and whether there was more."""
    body = bytearray()
    for chunk in _chunks(connection, response, deadline):
        body += chunk
        if len(body) > LARGEST_ANSWER:
            return bytes(body[:LARGEST_ANSWER]), True
    return bytes(body), False


def _chunks(connection: HTTPConnection, response: BaseHTTPResponse, deadline: float) -> Iterator[bytes]:
    """The body piece by piece; a provider that trickles cannot stretch the exchange past its deadline."""
    while chunk := response.read1(CHUNK):
        yield chunk
        _limit(connection, deadline)


def _limit(connection: HTTPConnection, deadline: float) -> None:
    left = deadline - monotonic()
    if left <= 0:
        raise _TooLate
    if connection.sock is not None:
        connection.sock.settimeout(left)
