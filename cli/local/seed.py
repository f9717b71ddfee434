"""Gives a fresh stack its client `demo`: two API keys, and a connection to each local provider."""

import secrets
from collections.abc import Mapping
from typing import Any

from cli.connections import create_connection, secret_name
from cli.keys import Holder, create_key
from cli.target import Target
from oncestep.domain.callers import Role, Scope

_CLIENT = "demo"


def create_keys(target: Target) -> tuple[str, str]:
    """A builder's key, and the key of an operator who sees all clients."""
    return _create_key(target, Role.BUILDER, Scope.OWN), _create_key(target, Role.OPERATOR, Scope.ALL)


def create_connections(target: Target, proxied: Mapping[str, str]) -> None:
    """Connections named `default`, through the fault proxy."""
    for provider, connection in _connections(proxied).items():
        create_connection(target, secret_name(target, _CLIENT, provider, "default"), connection)


def _create_key(target: Target, role: Role, scope: Scope) -> str:
    holder = Holder(client=_CLIENT, role=role, scope=scope, allow=["*"], label=f"{_CLIENT} {role}")
    return create_key(target, holder)


def _connections(proxied: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    return {
        "localstripe": _connection(proxied["localstripe"], api_key=f"sk_test_{secrets.token_hex(12)}"),
        "inventory": _connection(proxied["inventory"]),
        "mail": _connection(proxied["mail"], token=secrets.token_urlsafe(24)),
        "http": {**_connection(proxied["inventory"]), "allowed_hosts": ["127.0.0.1"]},
    }


def _connection(base_url: str, **credentials: str) -> dict[str, Any]:
    return {"account": "local", "base_url": base_url, "credentials": credentials}
