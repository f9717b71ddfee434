"""Adds what is never stored to a frozen request: credentials, and the hosts that it may go to."""

import base64
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlsplit

from oncestep.application.ports import Connection, Outgoing
from oncestep.application.signing import signature_headers
from oncestep.domain.contract import SENDERS_OWN, Action, AuthScheme
from oncestep.domain.credentials import secret_texts
from oncestep.domain.errors import HostNotAllowed, PayloadTooLarge, UnknownConnection
from oncestep.domain.operation import FrozenRequest

LARGEST_HEAD = 64 * 1024
"""Address and headers lie in the row as they are, and servers take less."""


class Target(NamedTuple):
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
        raise UnknownConnection(
            f"the connection for {action.provider} needs a base_url; set it with `oncestep connections set --client "
            f"CLIENT --provider {action.provider} --base-url ADDRESS`"
        )
    return Target(base_url, _allowed_hosts(action, connection))


def _allowed_hosts(action: Action, connection: Connection | None) -> tuple[str, ...]:
    """The contract's hosts; else those that the connection lists, or the one that it lies at."""
    if isinstance(action.allowed_hosts, tuple):
        return action.allowed_hosts
    if connection is None:
        return ()
    return connection.allowed_hosts or (urlsplit(connection.base_url or action.base_url).hostname or "",)


def origin(url: str) -> str:
    """Scheme, host and port: what may be shown of an address."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def check_host(url: str, allowed_hosts: tuple[str, ...]) -> None:
    """Refuse a URL whose host is not allowed.

    Raises:
        HostNotAllowed: with the host and where to allow it.

    """
    host = urlsplit(url).hostname or ""
    if not host_allowed(host, allowed_hosts):
        raise HostNotAllowed(
            f"the host {host!r} is not one of {', '.join(allowed_hosts)}; if the connection lists them, allow it with "
            "`oncestep connections set --allowed-host HOST ...` (naming all that stay), and for callbacks with "
            "`oncestep callbacks allow`"
        )


def host_allowed(host: str, allowed_hosts: tuple[str, ...]) -> bool:
    """Whether the host is listed, or below a listed `*.` domain."""
    return any(
        host == allowed or (allowed.startswith("*.") and host.endswith(allowed[1:])) for allowed in allowed_hosts
    )


def outgoing(
    action: Action, connection: Connection | None, request: FrozenRequest, *, timeout: int, now: int
) -> Outgoing:
    """The request as it is sent `now` (epoch ms), at most `timeout` milliseconds long.

    Raises:
        UnknownConnection: a credential that the contract asks for is not in the connection, or one of them would
            replace a part of the frozen request, such as its key.

    """
    credentials = _credential_headers(action, connection, request, now)
    _check_beside(action, credentials, request)
    return Outgoing(
        method=request.method,
        url=_authenticated_url(action, connection, request.url),
        headers=(*request.headers, *credentials),
        body=request.body,
        allowed_hosts=_allowed_hosts(action, connection),
        timeout=timeout,
        secrets=secret_texts(connection.credentials) if connection else frozenset(),
    )


def _authenticated_url(action: Action, connection: Connection | None, url: str) -> str:
    if action.auth.scheme is not AuthScheme.QUERY:
        return url
    secret = quote(_credential(action, connection), safe="")
    # Of two fields with one name a provider may take either: neither the key nor the credential would be certain.
    if action.auth.parameter in {name for name, _ in parse_qsl(urlsplit(url).query, keep_blank_values=True)}:
        raise UnknownConnection(
            f"the credential {action.auth.credential!r} goes into the query field {action.auth.parameter!r}, and the "
            f"request for {action.provider} has that field already; leave it out of the input or of the contract"
        )
    return f"{url}{'&' if '?' in url else '?'}{action.auth.parameter}={secret}"


def _credential_headers(
    action: Action, connection: Connection | None, request: FrozenRequest, now: int
) -> tuple[tuple[str, str], ...]:
    auth = action.auth
    match auth.scheme:
        case AuthScheme.NONE | AuthScheme.QUERY:
            return ()
        case AuthScheme.CONNECTION_HEADERS:
            return tuple(connection.credentials.items()) if connection else ()
        case AuthScheme.BEARER:
            return (("Authorization", f"Bearer {_credential(action, connection)}"),)
        case AuthScheme.BASIC:
            token = base64.b64encode(f"{_credential(action, connection)}:".encode()).decode("ascii")
            return (("Authorization", f"Basic {token}"),)
        case AuthScheme.HEADER:
            return ((auth.parameter, auth.prefix + _credential(action, connection)),)
        case AuthScheme.STANDARD_WEBHOOKS:
            return signature_headers(_credential(action, connection), request, now)


def _check_beside(action: Action, credentials: tuple[tuple[str, str], ...], request: FrozenRequest) -> None:
    """Refuse a credential that would replace a header of the request, or that the sender would drop.

    Each header is sent once, and the credential would be the one: another key on a retry means another effect.

    Raises:
        UnknownConnection: with the credential's name and what to do.

    """
    frozen = {name.lower() for name, _ in request.headers}
    for name, _ in credentials:
        if name.lower() in SENDERS_OWN:
            raise _misplaced(action, name, "is never sent, since address and body decide it:")
        if name.lower() in frozen:
            raise _misplaced(action, name, "would replace the request's own: leave it out of the input, or")


def _misplaced(action: Action, header: str, reason: str) -> UnknownConnection:
    if action.auth.scheme is AuthScheme.CONNECTION_HEADERS:
        remedy = "rename or remove the credential in the connection's secret in Secrets Manager"
    else:
        remedy = "name another header in the contract's auth"
    return UnknownConnection(f"the credential header {header!r} for {action.provider} {reason} {remedy}")


def _credential(action: Action, connection: Connection | None) -> str:
    value = connection.credentials.get(action.auth.credential) if connection else None
    if not value:
        raise UnknownConnection(
            f"the connection for {action.provider} has no credential {action.auth.credential!r}; rotate it in"
        )
    return value


def check_sendable(action: Action, connection: Connection | None, request: FrozenRequest, *, now: int) -> None:
    """Refuse, before anything is stored, what could not be sent: a foreign host, missing credentials, too much.

    Raises:
        PayloadTooLarge: the input makes an address or headers that are too large.
        HostNotAllowed: see `check_host`.
        UnknownConnection: see `outgoing`.

    """
    head = len(request.url) + sum(len(name) + len(value) for name, value in request.headers)
    if head > LARGEST_HEAD:
        raise PayloadTooLarge(f"address and headers have {head} characters; {LARGEST_HEAD} is the most")
    check_host(request.url, _allowed_hosts(action, connection))
    outgoing(action, connection, request, timeout=action.timeout, now=now)
