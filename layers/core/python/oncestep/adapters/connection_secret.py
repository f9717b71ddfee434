"""A connection as its secret holds it. Persons may edit secrets: what is wrong with one is said, but never shown."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

import jsonschema_rs

from oncestep.application.ports import Connection
from oncestep.domain.connection_rules import ConnectionRules
from oncestep.domain.errors import UnknownConnection

_SCHEMA = {
    "type": "object",
    "required": ["account"],
    "properties": {
        "account": {"type": "string", "minLength": 1},
        "base_url": {"type": ["string", "null"]},
        "allowed_hosts": {"type": "array", "items": {"type": "string"}},
        "credentials": {"type": "object", "additionalProperties": {"type": "string"}},
        "rules": {"type": "object"},
    },
}

ADDRESS = "http(s)://host[:port][/path]"
_VISIBLE = re.compile(r"[!-~]+")
_HOST = re.compile(r"[a-z0-9._-]{1,253}|[0-9a-f:.]+(%[a-z0-9._~-]+)?")
"""A name or an IPv4 address, or an IPv6 address, which `urlsplit` has taken out of its brackets."""

_ALLOWED = re.compile(r"(\*\.)?[^\s:/?#@*\[\]]+|[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f.:]*")
"""A name, also an international one as it is written, or an IPv6 address; neither with a port."""


def address_problem(url: str) -> str | None:
    """What is wrong with a base URL; None when requests can be sent there. The address itself is not repeated.

    Paths are joined to its end, so it has no query and no fragment; a password in it would lie in the ledger.
    """
    if not _VISIBLE.fullmatch(url):
        return f"must be an address {ADDRESS} of visible ASCII characters"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return f"is no address {ADDRESS}, or its port is none"
    if parts.scheme not in {"http", "https"} or not _HOST.fullmatch(parts.hostname or ""):
        return f"is no address {ADDRESS}"
    if port == 0 or parts.netloc.endswith(":"):
        return "has a colon, but no port after it"
    return _surplus(url, parts)


def _surplus(url: str, parts: SplitResult) -> str | None:
    if "@" in parts.netloc:
        return "must hold no user name and no password; credentials have a place of their own"
    if "?" in url or "#" in url:
        return "must hold no query and no fragment"
    return None


def host_problem(host: str) -> str | None:
    """What is wrong with an allowed host; None when an address can have it. `*.` before it allows those below it."""
    if _ALLOWED.fullmatch(host):
        return None
    return "is no host: write a name as in an address, without https://, port and path, or `*.` and a domain"


def lowered(hosts: Iterable[str]) -> tuple[str, ...]:
    """Hosts as they are compared with those of addresses, which `urlsplit` gives in lower case."""
    return tuple(host.strip().lower() for host in hosts)


def connection_in(secret: str | None, name: str) -> Connection:
    """The connection of that name; None is a secret without text.

    Raises:
        UnknownConnection: the secret does not hold what `oncestep connections create` writes.

    """
    fields = _fields(secret, name)
    base_url = fields.get("base_url")
    problem = address_problem(base_url) if base_url else None
    if problem:
        raise _unreadable(name, f"base_url: it {problem}", "put it right with `oncestep connections set --base-url`")
    credentials = fields.get("credentials", {})
    return Connection(
        name=name,
        account=fields["account"],
        base_url=base_url,
        allowed_hosts=lowered(fields.get("allowed_hosts", ())),
        credentials=credentials,
        rules=_rules(fields.get("rules", {}), credentials, name),
    )


def _rules(document: Mapping[str, Any], credentials: Mapping[str, str], name: str) -> ConnectionRules | None:
    """The rules of a connection; the schema that checks them is loaded only where there are some."""
    if not document:
        return None
    from oncestep.adapters.connection_rules import InvalidRules, rules_in  # noqa: PLC0415 - few connections have any

    try:
        return rules_in(document, credentials)
    except InvalidRules as error:
        problem = error.problems[0]
        raise _unreadable(
            name, f"rules.{problem.place}: {problem.message}", "put it right with `oncestep connections set --rules`"
        ) from error


def _fields(secret: str | None, name: str) -> Mapping[str, Any]:
    if secret is None:
        raise _unreadable(name, "it is binary")
    try:
        fields = json.loads(secret)
    except ValueError as error:
        raise _unreadable(name, "it is no JSON") from error
    validator = jsonschema_rs.Draft202012Validator(_SCHEMA, mask="its value")
    for wrong in validator.iter_errors(fields):
        path = ".".join(str(step) for step in wrong.instance_path)
        raise _unreadable(name, f"{path}: {wrong.message}" if path else wrong.message)
    connection: Mapping[str, Any] = fields
    return connection


def _unreadable(name: str, reason: str, remedy: str = "put it right in Secrets Manager") -> UnknownConnection:
    return UnknownConnection(
        f"the secret of connection {name!r} is not what `oncestep connections create` writes ({reason}); {remedy}"
    )
