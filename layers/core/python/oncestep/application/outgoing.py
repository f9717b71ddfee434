"""Adds what is never stored to a frozen request: credentials, and the hosts that it may go to."""

import base64
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from oncestep.application.ports import Connection, Outgoing
from oncestep.domain.contract import Action, AuthScheme
from oncestep.domain.errors import HostNotAllowed, UnknownConnection
from oncestep.domain.operation import FrozenRequest


@dataclass(frozen=True, slots=True)
class Target:
    """Where an action goes for one client: base URL and allowed hosts, from the contract or the connection."""

    base_url: str
    allowed_hosts: tuple[str, ...]


def target(action: Action, connection: Connection | None) -> Target:
    """Where the action goes.

    Raises:
        UnknownConnection: the contract leaves the address to the connection, and that has none.

    """
    base_url = action.base_url or (connection.base_url if connection else None)
    if not base_url:
        raise UnknownConnection(f"the connection for {action.provider} needs a base_url; create it with one")
    if isinstance(action.allowed_hosts, tuple):
        return Target(base_url, action.allowed_hosts)
    own = connection.allowed_hosts if connection else ()
    return Target(base_url, own or (urlsplit(base_url).hostname or "",))


def check_host(url: str, allowed_hosts: tuple[str, ...]) -> None:
    """Refuse a URL whose host is not allowed.

    Raises:
        HostNotAllowed: with the host and where to allow it.

    """
    host = urlsplit(url).hostname or ""
    if not host_allowed(host, allowed_hosts):
        raise HostNotAllowed(f"the host {host!r} is not one of {', '.join(allowed_hosts)}; add it to the connection")


def host_allowed(host: str, allowed_hosts: tuple[str, ...]) -> bool:
    """Whether the host is listed, or below a listed `*.` domain."""
    return any(
        host == allowed or (allowed.startswith("*.") and host.endswith(allowed[1:])) for allowed in allowed_hosts
    )


def outgoing(action: Action, connection: Connection | None, request: FrozenRequest, *, timeout: int) -> Outgoing:
    """The request as it is sent, at most `timeout` milliseconds long.

    Raises:
        UnknownConnection: a credential that the contract asks for is not in the connection.

    """
    url, headers = _authenticated(action, connection, request.url)
    return Outgoing(
        method=request.method,
        url=url,
        headers=(*request.headers, *headers),
        body=request.body,
        allowed_hosts=target(action, connection).allowed_hosts,
        timeout=timeout,
    )


def _authenticated(action: Action, connection: Connection | None, url: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    auth = action.auth
    match auth.scheme:
        case AuthScheme.NONE:
            return url, ()
        case AuthScheme.CONNECTION_HEADERS:
            return url, tuple(connection.credentials.items()) if connection else ()
        case AuthScheme.BEARER:
            return url, (("Authorization", f"Bearer {_credential(action, connection)}"),)
        case AuthScheme.BASIC:
            token = base64.b64encode(f"{_credential(action, connection)}:".encode()).decode("ascii")
            return url, (("Authorization", f"Basic {token}"),)
        case AuthScheme.HEADER:
            return url, ((auth.parameter, auth.prefix + _credential(action, connection)),)
        case AuthScheme.QUERY:
            secret = quote(_credential(action, connection), safe="")
            return f"{url}{'&' if '?' in url else '?'}{auth.parameter}={secret}", ()


def _credential(action: Action, connection: Connection | None) -> str:
    value = connection.credentials.get(action.auth.credential) if connection else None
    if not value:
        raise UnknownConnection(
            f"the connection for {action.provider} has no credential {action.auth.credential!r}; rotate it in"
        )
    return value


def check_sendable(action: Action, connection: Connection | None, request: FrozenRequest) -> None:
    """Refuse, before anything is stored, what could not be sent: a foreign host or missing credentials.

    Raises:
        HostNotAllowed: see `check_host`.
        UnknownConnection: see `outgoing`.

    """
    check_host(request.url, target(action, connection).allowed_hosts)
    outgoing(action, connection, request, timeout=action.timeout)
