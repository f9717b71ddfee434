"""What each function needs of its environment: read once, checked whole, secrets nowhere."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, TypeVar

from oncestep.domain.errors import MissingSettings

Settings = TypeVar("Settings")

_TRUE = {"true", "1", "yes"}
_READERS: Mapping[object, Callable[[str], Any]] = {str: str, int: int, bool: lambda text: text.lower() in _TRUE}
_FORBIDDEN = "POWERTOOLS_IDEMPOTENCY_DISABLED"
_NO = {"0", "n", "no", "f", "false", "off"}
"""What Powertools takes for no; every other word either disables it or breaks each call."""


@dataclass(frozen=True, slots=True)
class AuthorizerSettings:
    """The authorizer's environment."""

    aws_region: str
    access_table: str


@dataclass(frozen=True, slots=True)
class LedgerSettings:
    """What every function with a ledger needs; durations in the units of their names."""

    aws_region: str
    ledger_table: str
    queue_url: str
    operation_retention_days: int


@dataclass(frozen=True, slots=True)
class SendingSettings(LedgerSettings):
    """What a function needs that also reaches providers."""

    blob_bucket: str
    connections_prefix: str
    connection_state_table: str
    inline_budget_seconds: int = 25
    allow_loopback: bool = False
    public_url: str = ""


def from_env(kind: type[Settings], env: Mapping[str, str]) -> Settings:
    """The settings of that kind.

    Raises:
        MissingSettings: naming every variable that is missing or wrong, or one that must not be set.

    """
    if env.get(_FORBIDDEN, "no").lower() not in _NO:
        raise MissingSettings(f"{_FORBIDDEN} is set: it would send without a claim; unset it")
    problems, values = [], dict[str, Any]()
    for field in fields(kind):  # type: ignore[arg-type]
        name = field.name.upper()
        if env.get(name):
            try:
                values[field.name] = _READERS[field.type](env[name])
            except ValueError:
                problems.append(f"{name} is not of type {getattr(field.type, '__name__', field.type)}")
        elif field.default is MISSING:
            problems.append(f"{name} is missing")
    if problems:
        raise MissingSettings("; ".join(problems))
    return kind(**values)
