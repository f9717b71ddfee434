"""Who calls: an API key's client, role and actions."""

from typing import TYPE_CHECKING, Any

from oncestep.runtime import startup
from oncestep.runtime.authorizer import authorize
from oncestep.runtime.wiring.authorizer import AuthorizerParts

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

parts = AuthorizerParts()
startup.over()


def handler(event: dict[str, Any], _context: "LambdaContext") -> dict[str, Any]:
    """Let the holder of a key in; everybody else gets 401."""
    return authorize(parts, event)
