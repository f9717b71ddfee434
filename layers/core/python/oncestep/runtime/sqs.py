"""SQS batches: one message at a time, failures reported one by one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from oncestep.adapters.sqs_queue import UnreadableMessage, load
from oncestep.application.ports import FinalMessage, QueueUnavailable
from oncestep.application.work import Verdict
from oncestep.domain.errors import BlobsUnavailable, ConnectionsUnavailable, LedgerUnavailable
from oncestep.runtime.entry import budget_of
from oncestep.runtime.observability import count, logger
from oncestep.runtime.wiring.sending import SendingParts

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

OUTAGES = (BlobsUnavailable, ConnectionsUnavailable, LedgerUnavailable, QueueUnavailable)
"""The message comes back, and if that is no use, it becomes a dead letter."""


def handle_batch(parts: SendingParts, event: Mapping[str, Any], context: "LambdaContext") -> dict[str, Any]:
    """Handle every record; those that failed are reported and come back."""
    failed = [record for record in event["Records"] if not _handled(parts, record, context)]
    return {"batchItemFailures": [{"itemIdentifier": record["messageId"]} for record in failed]}


def _handled(parts: SendingParts, record: Mapping[str, Any], context: "LambdaContext") -> bool:
    try:
        verdict = _verdict(parts, record, context)
        if verdict is Verdict.FAIL:
            parts.queue.make_visible(record["receiptHandle"])
    except UnreadableMessage as error:
        # The ledger's rows say what is due, so nothing is lost with it; left in the queue it would only come back.
        logger.warning("unreadable message deleted", message_id=record["messageId"], reason=str(error))
        count("UnreadableMessage")
        return True
    except Exception as error:  # noqa: BLE001 - the edge: whatever it is, it is logged with its cause
        logger.exception("message failed", message_id=record["messageId"])
        if not isinstance(error, OUTAGES):
            count("Defect")
        return False
    return verdict is Verdict.DELETE


def _verdict(parts: SendingParts, record: Mapping[str, Any], context: "LambdaContext") -> Verdict:
    message = load(record["body"])
    logger.info("message received", operation_id=message.operation_id, message_id=record["messageId"])
    if isinstance(message, FinalMessage):
        return parts.work.on_final(message, record["messageId"])
    return parts.work.on_work(message, budget_of(context, parts.clock))
