"""What queue messages say, so that a person who finds one in the dead-letter queue can read it."""

from oncestep.application.ports import FinalMessage, WorkMessage
from oncestep.domain.operation import Operation


def work_message(operation: Operation) -> WorkMessage:
    """Something must be done about this operation as it stands now."""
    return WorkMessage(
        operation_id=operation.operation_id,
        round=operation.round,
        attempts=len(operation.attempts),
        context=_context(operation),
    )


def final_message(operation: Operation) -> FinalMessage:
    """This operation stopped; the number is the announcement that the sender's own write took."""
    return FinalMessage(
        operation_id=operation.operation_id,
        round=operation.round,
        announcement=operation.announcement,
        context={**_context(operation), "attention": operation.attention},
    )


def _context(operation: Operation) -> dict[str, object]:
    """For persons only: the ledger decides, these facts are as of the sending."""
    first, last = operation.attempts[:1], operation.attempts[-1:]
    return {
        "client": operation.client,
        "action": operation.full_action,
        "idempotency_key": operation.idempotency_key,
        "correlation_id": operation.correlation_id,
        "state": operation.state,
        "attempts": len(operation.attempts),
        "first_attempt_at": first[0].started_at if first else None,
        "last_attempt_at": last[0].started_at if last else None,
        "last_status": last[0].status if last else None,
        "last_error": last[0].summary if last else None,
        "input": operation.snapshot,
    }
