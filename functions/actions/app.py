"""POST /actions/{provider}/{action}."""

from typing import TYPE_CHECKING, Any

from oncestep.runtime import startup
from oncestep.runtime.actions import post_action
from oncestep.runtime.entry import budget_of, respond
from oncestep.runtime.wiring.sending import SendingParts

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

parts = SendingParts()
INLINE = parts.settings.inline_budget_seconds * 1000
startup.over()


def handler(event: dict[str, Any], context: "LambdaContext") -> dict[str, Any]:
    """Run an action once, and answer with what became of it."""
    budget = budget_of(context, parts.clock, at_most=INLINE)
    return respond(event, parts.settings.public_url, lambda request: post_action(parts, request, budget))
