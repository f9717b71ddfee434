"""What commands take as a name, a pattern of actions, an address: the same in all of them, and what the API reads."""

import re
from typing import Any

import typer

from oncestep.adapters.connection_secret import address_problem, host_problem, lowered

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_PATTERN = re.compile(r"[^\s.]+\.[^\s.]+|\S*\*\S*")

_DURATION = re.compile(r"([0-9]{1,9})([mhd])")
_MILLISECONDS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}
_LONGEST = 3_650


def checked_name(name: str) -> str:
    """The name of a client, a provider or a connection.

    Raises:
        typer.BadParameter: it is none.

    """
    if not _NAME.fullmatch(name):
        raise typer.BadParameter(f"{name[:100]!r} is not a name: letters, digits, `_`, `.` and `-`, 64 at most")
    return name


def checked_pattern(pattern: str) -> str:
    """A pattern over `provider.action`.

    Raises:
        typer.BadParameter: no action has such a name.

    """
    if not _PATTERN.fullmatch(pattern):
        raise typer.BadParameter(
            f"{pattern[:100]!r} allows no action: write `stripe.create_payment` for one, `stripe.*` for all of a "
            "provider, or `*` for all"
        )
    return pattern


def checked_patterns(patterns: list[str] | None) -> list[str]:
    """The patterns of a key, of which there must be one.

    Raises:
        typer.BadParameter: there is none, or no action has such a name.

    """
    if not patterns:
        raise typer.BadParameter(
            "--allow is required: say which actions the key is for, such as --allow 'stripe.*'; --allow '*' allows all"
        )
    return [checked_pattern(pattern) for pattern in patterns]


def checked_duration(text: str) -> int:
    """How long something lasts, such as 90d, in milliseconds.

    Raises:
        typer.BadParameter: it is no duration, none at all, or longer than anybody can mean.

    """
    match = _DURATION.fullmatch(text)
    if match is None:
        raise typer.BadParameter(
            f"{text[:100]!r} is not how long a key works: write a whole number and m (minutes), h (hours) or d (days), "
            "such as 90d"
        )
    milliseconds = int(match[1]) * _MILLISECONDS[match[2]]
    if not 0 < milliseconds <= _LONGEST * _MILLISECONDS["d"]:
        raise typer.BadParameter(
            f"a key works for 1m to {_LONGEST}d, not {text}; leave --expires out for one that stays"
        )
    return milliseconds


def checked_place(base_url: str | None, allowed_host: list[str] | None) -> dict[str, Any]:
    """Where requests go, as far as it was given.

    Raises:
        typer.BadParameter: nothing can be sent there. The address is not repeated, for it may hold a password.

    """
    problem = None if base_url is None else address_problem(base_url)
    if problem:
        raise typer.BadParameter(f"--base-url {problem}")
    hosts = {"allowed_hosts": checked_hosts(allowed_host)} if allowed_host else {}
    return hosts if base_url is None else {"base_url": base_url, **hosts}


def checked_hosts(hosts: list[str]) -> list[str]:
    """Allowed hosts as they are stored.

    Raises:
        typer.BadParameter: no address has such a host.

    """
    for host in hosts:
        if problem := host_problem(host):
            raise typer.BadParameter(f"{host[:100]!r} {problem}")
    return list(lowered(hosts))
