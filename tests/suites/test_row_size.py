"""A row whose record is full still takes what came of its last try, beside the largest bodies that it may hold."""

from dataclasses import replace
from secrets import token_bytes

import pytest

from oncestep.adapters.pynamodb_ledger import PynamoDBLedger
from oncestep.application.bodies import ROW_BYTES
from oncestep.application.draft import SNAPSHOT_LENGTH
from oncestep.application.outgoing import LARGEST_HEAD
from oncestep.domain.documents import LONGEST_ID
from oncestep.domain.operation import Attempt, Entry, EntryKind, Operation
from oncestep.domain.outcomes import Document
from oncestep.domain.redaction import MESSAGE_LENGTH
from oncestep.domain.transitions import MAX_CALLBACKS
from oncestep.runtime.verbs import LONGEST_REASON
from tests.suites.rows import full

WIDE = "\U0001f600"
"""Four bytes of UTF-8."""
LARGEST_ATTEMPT = Attempt(1, 1, 2**42, 2**42, status=503, summary=WIDE * MESSAGE_LENGTH, remote_id=WIDE * LONGEST_ID)


def largest() -> Operation:
    """As large as a row's other parts can be: bodies that no compression makes smaller, and the longest texts."""
    body = token_bytes(ROW_BYTES - 64)
    document = Document.of(body, "application/json")
    row = full()
    assert row.outcome is not None
    return replace(
        row,
        attempts=(),
        lookups=(),
        history=(),
        request=replace(row.request, body=body, headers=(("x-large", "a" * LARGEST_HEAD),)),
        outcome=replace(row.outcome, document=document, message=WIDE * MESSAGE_LENGTH),
        snapshot=WIDE * SNAPSHOT_LENGTH,
        callback_urls=tuple("u" * 2_048 for _ in range(MAX_CALLBACKS)),
    )


def with_full_record(row: Operation, attempt: Attempt) -> Operation:
    while not row.record_full:
        row = replace(row, attempts=(*row.attempts, replace(attempt, number=len(row.attempts) + 1)))
    return row


def ended(row: Operation) -> Operation:
    """The row with its last try over, looked up, and stopped."""
    entries = tuple(Entry(2**42, EntryKind.STOPPED, detail=WIDE * LONGEST_REASON) for _ in range(2))
    return replace(row, attempts=(*row.attempts, LARGEST_ATTEMPT), history=entries)


@pytest.mark.parametrize(
    "attempt", [LARGEST_ATTEMPT, replace(LARGEST_ATTEMPT, summary="http_503", remote_id=None)], ids=["long", "short"]
)
def test_what_came_of_the_last_try_fits(dynamodb_ledger: PynamoDBLedger, attempt: Attempt) -> None:
    """Put, not updated: for an update moto counts what it replaces, too."""
    row = ended(with_full_record(largest(), attempt))
    assert len(row.attempts) > 25
    dynamodb_ledger.create(row)
    assert dynamodb_ledger.get(row.operation_id) == row
