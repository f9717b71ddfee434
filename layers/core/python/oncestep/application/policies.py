"""Which rules an operation follows: its action's contract, with the retention of this deployment."""

from dataclasses import dataclass

from oncestep.application.ports import Catalog
from oncestep.domain.contract import Action, gone
from oncestep.domain.errors import UnknownAction
from oncestep.domain.operation import Operation
from oncestep.domain.redaction import Redaction, redaction_of
from oncestep.domain.terms import as_frozen
from oncestep.domain.transitions import Policy


@dataclass(slots=True, eq=False, repr=False)
class Policies:
    """Finds actions. `retention` in milliseconds."""

    catalog: Catalog
    retention: int

    def of(self, operation: Operation) -> Policy:
        """The operation's policy: its action's contract as far as it fits the frozen request.

        Without a contract when the deployment no longer has it.
        """
        found = self.catalog.find(operation.provider, operation.action)
        action = as_frozen(found, operation) if found else gone(operation.provider, operation.action)
        return Policy(action, self.retention)

    def redaction(self, operation: Operation) -> Redaction:
        """What persons may not see of this operation, by its contract as it is now."""
        found = self.catalog.find(operation.provider, operation.action)
        return redaction_of(found or gone(operation.provider, operation.action), operation.request)

    def offered(self, provider: str, name: str) -> Action:
        """The action of that name, if callers may call it.

        Raises:
            UnknownAction: there is none; the message names those that there are.

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
