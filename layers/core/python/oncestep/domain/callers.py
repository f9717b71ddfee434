"""Who calls: the holder of an API key, and what that key may do."""

from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase


class Role(StrEnum):
    """What a key is for: running actions, or also operating on what became of them."""

    BUILDER = "builder"
    OPERATOR = "operator"


class Scope(StrEnum):
    """Whose operations an operator sees."""

    OWN = "own"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Caller:
    """An authenticated key. `allow` are patterns over `provider.action`."""

    key_id: str
    client: str
    role: Role
    scope: Scope
    allow: tuple[str, ...]
    label: str

    def may_run(self, action: str) -> bool:
        """Whether the key covers this action."""
        return any(fnmatchcase(action, pattern) for pattern in self.allow)

    def may_see(self, client: str) -> bool:
        """Whether the key covers this client's operations."""
        return client == self.client or (self.role is Role.OPERATOR and self.scope is Scope.ALL)

    def covers(self, client: str, action: str) -> bool:
        """Whether an operation of this client and action is there for the key: to read, to list, to operate on."""
        return self.may_see(client) and self.may_run(action)
