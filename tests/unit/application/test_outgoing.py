"""Credentials are added at sending time, in the way that the contract says, and only to allowed hosts."""

from dataclasses import replace

import pytest

from oncestep.application.outgoing import check_sendable, host_allowed, outgoing, target
from oncestep.application.ports import Connection
from oncestep.domain.contract import CONNECTION_HOSTS, Action, Auth, AuthScheme
from oncestep.domain.errors import HostNotAllowed, UnknownConnection
from oncestep.domain.operation import FrozenRequest
from tests.support.actions import BARE

URL = "https://shop.example/things"
FROZEN = FrozenRequest("POST", URL, (("Content-Type", "application/json"),), b"{}")
CONNECTION = Connection("live", "acct-1", credentials={"token": "s3cret&/ü", "X-Tenant": "acme"})
OPEN = replace(BARE, base_url="", allowed_hosts=CONNECTION_HOSTS)


def with_auth(scheme: AuthScheme, **details: str) -> Action:
    return replace(BARE, auth=Auth(scheme, credential="token", **details))


SCHEMES = {
    "none": (with_auth(AuthScheme.NONE), URL, ()),
    "bearer": (with_auth(AuthScheme.BEARER), URL, (("Authorization", "Bearer s3cret&/ü"),)),
    "basic": (with_auth(AuthScheme.BASIC), URL, (("Authorization", "Basic czNjcmV0Ji/DvDo="),)),
    "header": (
        with_auth(AuthScheme.HEADER, parameter="X-Key", prefix="Key "),
        URL,
        (("X-Key", "Key s3cret&/ü"),),
    ),
    "query": (with_auth(AuthScheme.QUERY, parameter="key"), f"{URL}?key=s3cret%26%2F%C3%BC", ()),
    "connection headers": (
        with_auth(AuthScheme.CONNECTION_HEADERS),
        URL,
        (("token", "s3cret&/ü"), ("X-Tenant", "acme")),
    ),
}


@pytest.mark.parametrize(("action", "url", "headers"), SCHEMES.values(), ids=SCHEMES.keys())
def test_each_scheme_adds_its_credential_and_changes_nothing_else(
    action: Action, url: str, headers: tuple[tuple[str, str], ...]
) -> None:
    sent = outgoing(action, CONNECTION, FROZEN, timeout=7_000, now=0)
    assert (sent.url, sent.headers) == (url, (*FROZEN.headers, *headers))
    assert (sent.method, sent.body, sent.allowed_hosts, sent.timeout) == ("POST", b"{}", ("shop.example",), 7_000)


def test_a_credential_in_the_query_joins_what_is_there() -> None:
    frozen = replace(FROZEN, url=f"{URL}?a=1")
    sent = outgoing(with_auth(AuthScheme.QUERY, parameter="key"), CONNECTION, frozen, timeout=1, now=0)
    assert sent.url == f"{URL}?a=1&key=s3cret%26%2F%C3%BC"


def test_credentials_are_not_in_what_is_printed() -> None:
    assert "s3cret" not in repr(outgoing(with_auth(AuthScheme.BEARER), CONNECTION, FROZEN, timeout=1, now=0))


@pytest.mark.parametrize("scheme", [AuthScheme.BEARER, AuthScheme.BASIC, AuthScheme.HEADER, AuthScheme.QUERY])
@pytest.mark.parametrize("connection", [None, replace(CONNECTION, credentials={}), Connection("live", "acct-1")])
def test_a_missing_credential_is_told(scheme: AuthScheme, connection: Connection | None) -> None:
    with pytest.raises(UnknownConnection, match="has no credential"):
        outgoing(with_auth(scheme), connection, FROZEN, timeout=1, now=0)


@pytest.mark.parametrize(
    ("host", "allowed", "is_allowed"),
    [
        ("shop.example", ("shop.example",), True),
        ("shop.example", ("bank.example", "shop.example"), True),
        ("shop.example", (), False),
        ("api.shop.example", ("shop.example",), False),
        ("api.shop.example", ("*.shop.example",), True),
        ("a.b.shop.example", ("*.shop.example",), True),
        ("shop.example", ("*.shop.example",), False),
        ("evilshop.example", ("*.shop.example",), False),
        ("shop.example.evil.example", ("shop.example", "*.shop.example"), False),
        ("", ("shop.example",), False),
    ],
)
def test_a_host_is_allowed_by_name_or_below_a_domain(host: str, allowed: tuple[str, ...], *, is_allowed: bool) -> None:
    assert host_allowed(host, allowed) is is_allowed


@pytest.mark.parametrize(
    "url", ["https://evil.example/", "https://shop.example@evil.example/", "https:///", "https://shop.example.evil/"]
)
def test_a_request_to_another_host_is_refused(url: str) -> None:
    with pytest.raises(HostNotAllowed):
        check_sendable(BARE, CONNECTION, replace(FROZEN, url=url), now=0)


@pytest.mark.parametrize(
    ("connection", "base_url", "hosts"),
    [
        (replace(CONNECTION, base_url="https://own.example/api"), "https://own.example/api", ("own.example",)),
        (
            replace(CONNECTION, base_url="https://own.example", allowed_hosts=("*.own.example",)),
            "https://own.example",
            ("*.own.example",),
        ),
    ],
)
def test_a_contract_may_leave_the_address_to_the_connection(
    connection: Connection, base_url: str, hosts: tuple[str, ...]
) -> None:
    found = target(OPEN, connection)
    assert (found.base_url, found.allowed_hosts) == (base_url, hosts)


def test_a_connection_cannot_move_an_action_whose_contract_names_the_address() -> None:
    moved = replace(CONNECTION, base_url="https://evil.example", allowed_hosts=("evil.example",))
    found = target(BARE, moved)
    assert (found.base_url, found.allowed_hosts) == ("https://shop.example", ("shop.example",))


@pytest.mark.parametrize("connection", [None, CONNECTION])
def test_without_any_address_nothing_is_sent(connection: Connection | None) -> None:
    with pytest.raises(UnknownConnection, match="base_url"):
        target(OPEN, connection)
