"""Which rules an operation follows: its action's contract, its connection's rules, the retention of this deployment."""

from dataclasses import dataclass

from oncestep.application.ports import Catalog, Connection, Connections
from oncestep.domain.connection_rules import with_rules
from oncestep.domain.contract import Action, gone
from oncestep.domain.errors import UnknownAction, UnknownConnection
from oncestep.domain.operation import Operation
from oncestep.domain.redaction import Redaction, redaction_of
from oncestep.domain.terms import as_frozen
from oncestep.domain.transitions import Policy


@dataclass(slots=True, eq=False, repr=False)
class Policies:
    """Finds actions. `retention` in milliseconds.

    Without `connections`, as in the sweep, which may read no secrets, nobody asks `of` which policy a row has.
    """

    catalog: Catalog
    retention: int
    connections: Connections | None = None

    def of(self, operation: Operation) -> Policy:
        """The operation's policy: its action's contract with its connection's rules, as far as both fit its request.

        Without a contract when the deployment no longer has it; without rules when the connection is gone or damaged.

        Raises:
            ConnectionsUnavailable: the rules cannot be read now.

        """
        found = self.catalog.find(operation.provider, operation.action)
        if found is None:
            return Policy(gone(operation.provider, operation.action), self.retention)
        return Policy(as_frozen(self._ruled(found, operation), operation), self.retention)

    def _ruled(self, action: Action, operation: Operation) -> Action:
        connection = self._connection(operation) if action.takes_rules else None
        if connection is None:
            return action
        return with_rules(action, connection.rules, connection.base_url)

    def _connection(self, operation: Operation) -> Connection | None:
        if self.connections is None:
            return None
        try:
            return self.connections.find(operation.client, operation.provider, operation.connection)
        except UnknownConnection:
            return None

    def redaction(self, operation: Operation) -> Redaction:
        """What persons may not see of this operation, by its contract as it is now."""
        found = self.catalog.find(operation.provider, operation.action)
        return redaction_of(found or gone(operation.provider, operation.action), operation.request)

    def offered(self, provider: str, name: str) -> Action:
        """The action of that name, if callers may call it.

        Raises:
            UnknownAction: there is none; the message lists the known ones.

        """
        found = self.catalog.find(provider, name)
        if found is None or found.internal:
            known = ", ".join(action.full_name for action in self.catalog.actions())
            raise UnknownAction(f"there is no action {provider}.{name}; there are {known}")
        return found

    def remembered(self, provider: str, name: str) -> Action:
        """The action of that name, if callers may call it or could while the deployment had it.

        Raises:
            UnknownAction: it is for Oncestep itself.

        """
        return self.offered(provider, name) if self.catalog.find(provider, name) else gone(provider, name)

    def action(self, provider: str, name: str) -> Action:
        """The action of that name, whoever may call it.

        Raises:
            UnknownAction: the deployment does not have it.

        """
        found = self.catalog.find(provider, name)
        if found is None:
            raise UnknownAction(f"there is no action {provider}.{name}")
        return found
