"""Gives a fresh stack its client `demo`: two API keys, and a connection to each local provider."""

import secrets
from collections.abc import Mapping
from typing import Any

from cli.callbacks import PROVIDER, callbacks, new_signing_secret
from cli.connections import create_connection, secret_name
from cli.keys import Holder, create_key
from cli.target import Target
from oncestep.domain.callers import Role, Scope

CLIENT = "demo"


def create_keys(target: Target) -> dict[str, str]:
    """The keys by role; the table holds only their digests."""
    return {
        "builder": create_key(target, _holder(Role.BUILDER, Scope.OWN)),
        "operator": create_key(target, _holder(Role.OPERATOR, Scope.ALL)),
    }


def create_connections(target: Target, proxied: Mapping[str, str]) -> None:
    """Connections named `default`, through the fault proxy."""
    for provider, connection in _connections(proxied).items():
        create_connection(target, secret_name(target, CLIENT, provider, "default"), connection)


def allow_callbacks(target: Target) -> str:
    """Callbacks to this machine; the secret that signs them."""
    secret = new_signing_secret()
    create_connection(target, secret_name(target, CLIENT, PROVIDER, "default"), callbacks(secret, ["127.0.0.1"]))
    return secret


def _holder(role: Role, scope: Scope) -> Holder:
    return Holder(client=CLIENT, role=role, scope=scope, allow=["*"], label=f"{CLIENT} {role}")


def _connections(proxied: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    return {
        "localstripe": _connection(proxied["localstripe"], api_key=f"sk_test_{secrets.token_hex(12)}"),
        "inventory": _connection(proxied["inventory"]),
        "mail": _connection(proxied["mail"], token=secrets.token_urlsafe(24)),
        "http": {**_connection(proxied["inventory"]), "allowed_hosts": ["127.0.0.1"]},
    }


def _connection(base_url: str, **credentials: str) -> dict[str, Any]:
    return {"account": "local", "base_url": base_url, "credentials": credentials}
