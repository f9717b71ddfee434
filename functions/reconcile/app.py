"""The sweep, each minute."""

from typing import TYPE_CHECKING, Any

from oncestep.runtime import startup
from oncestep.runtime.entry import budget_of
from oncestep.runtime.wiring.ledger import LedgerParts

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

parts = LedgerParts()
startup.over()


def handler(_event: dict[str, Any], context: "LambdaContext") -> dict[str, int]:
    """Enqueue every operation that is overdue."""
    return {"swept": parts.reconcile(budget_of(context, parts.clock))}
