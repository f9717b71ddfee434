"""Everything under /operations, /catalog, /openapi.json and /me."""

from typing import TYPE_CHECKING, Any

from oncestep.runtime import startup
from oncestep.runtime.entry import budget_of, respond
from oncestep.runtime.operations import route
from oncestep.runtime.wiring.sending import SendingParts

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

parts = SendingParts()
startup.over()


def handler(event: dict[str, Any], context: "LambdaContext") -> dict[str, Any]:
    """Show operations, and let operators act on them."""
    budget = budget_of(context, parts.clock)
    return respond(event, parts.settings.public_url, lambda request: route(parts, request, budget))
