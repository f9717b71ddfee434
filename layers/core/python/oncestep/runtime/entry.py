"""The edge between Lambda and the use cases: budgets, logging, and the last resort for what nobody foresaw."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from oncestep.application.budget import Budget
from oncestep.application.ports import Clock
from oncestep.runtime.http import Request, Response, request_of
from oncestep.runtime.observability import count, logger
from oncestep.runtime.problems import KINDS, defect, problem_of

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

REFUSALS = tuple(KINDS)
"""What we refuse on purpose; our errors that have no kind are defects, as is everything else."""


def budget_of(context: "LambdaContext", clock: Clock, *, at_most: int | None = None) -> Budget:
    """What is left of this invocation (ms), or less where the caller's own limit comes first."""
    left = context.get_remaining_time_in_millis()
    return Budget(clock.monotonic() + (left if at_most is None else min(left, at_most)))


def respond(event: Mapping[str, Any], public_url: str, handle: Callable[[Request], Response]) -> dict[str, Any]:
    """Answer a REST proxy event: refusals become problems, and so does what nobody foresaw."""
    request = request_of(event, public_url)
    try:
        response = handle(request)
    except REFUSALS as error:
        response = problem_of(error, request)
        logger.info("request refused", code=error.code, resource=request.resource, client=request.caller.client)
    except Exception:  # noqa: BLE001 - the edge: whatever it is, it is logged with its cause and counted
        logger.exception("request failed", resource=request.resource, client=request.caller.client)
        count("Defect")
        response = defect(request)
    return response.for_gateway()
