"""Messages of the queue."""

from typing import TYPE_CHECKING, Any

from oncestep.runtime import startup
from oncestep.runtime.sqs import handle_batch
from oncestep.runtime.wiring.sending import SendingParts

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

parts = SendingParts()
startup.over()


def handler(event: dict[str, Any], context: "LambdaContext") -> dict[str, Any]:
    """Take the operations that the messages point at one step on."""
    return handle_batch(parts, event, context)
