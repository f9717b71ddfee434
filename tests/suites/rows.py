"""Rows to store: the emptiest that there can be, and one with something in every field."""

from dataclasses import replace

from oncestep.domain.operation import (
    Attempt,
    AttemptResult,
    Entry,
    EntryKind,
    Event,
    FrozenRequest,
    LookupMade,
    Operation,
    Purpose,
    StoredOutcome,
)
from oncestep.domain.outcomes import Document
from oncestep.domain.states import Attention, State, Status
from tests.support.fakes import START

EVERY_BYTE = bytes(range(256))


def bare(operation_id: str = "op_bare") -> Operation:
    """Nothing in it that need not be."""
    return Operation(
        operation_id=operation_id,
        client="acme",
        provider="shop",
        action="order",
        idempotency_key="order-1",
        fingerprint="meant",
        input_digest="given",
        connection="default",
        account="",
        contract_version="v1",
        request=FrozenRequest("POST", "https://shop.example/things"),
        created_at=START,
        state=State.ACCEPTED,
    )


def full(operation_id: str = "op_full") -> Operation:
    """Something in every field, and in every field of what it holds."""
    return replace(
        bare(operation_id),
        account="acct-1",
        request=FrozenRequest(
            method="POST",
            url="https://shop.example/things?a=ü",
            headers=(("Content-Type", "application/json"), ("X-Twice", "a"), ("X-Twice", "b")),
            body=EVERY_BYTE,
            body_digest="digest",
            blob="op_full/blob",
        ),
        state=State.CONFIRMED,
        version=7,
        updated_at=START + 1,
        owner="token-1",
        purpose=Purpose.LOOK_UP,
        lease_until=START + 2,
        round=3,
        round_started_at=START + 3,
        attempts=(_ATTEMPT, replace(_ATTEMPT, number=2, status=None, remote_id=None)),
        lookups=(LookupMade(at=START, through=1, result="absent", round=1),),
        next_at=START + 4,
        slot_at=START + 4,
        due_at=START + 5,
        sweeps=6,
        attention=Attention.LOOKUP_AMBIGUOUS,
        attention_at=START + 6,
        announcement=2,
        noted="message-1",
        outcome=StoredOutcome(201, _DOCUMENT, "thing-1", "code", "größer"),
        settled_at=START + 7,
        expires_at=(START + 8) // 1000,
        correlation_id="run-1",
        source_event="evt-1",
        callback_urls=("https://caller.example/done", "https://other.example/"),
        events=(
            Event(3, START + 8, Status.NEEDS_INPUT, State.UNKNOWN, Attention.NO_LOOKUP, "no_lookup: größer"),
            Event(7, START + 9, Status.SUCCEEDED, State.CONFIRMED),
        ),
        parent="op_parent",
        revision=1,
        superseded_by="op_successor",
        snapshot='{"sku": "book"}',
        history=(
            Entry(START, EntryKind.RESOLVED, "Olga", "checked by phone", "key-2"),
            Entry(START + 1, EntryKind.STOPPED),
        ),
    )


_ATTEMPT = Attempt(
    number=1,
    round=1,
    started_at=START,
    hard_end=START + 27_000,
    result=AttemptResult.CONFIRMED,
    status=201,
    summary="http_201",
    remote_id="thing-1",
)
_DOCUMENT = Document(EVERY_BYTE, "application/octet-stream", "digest", truncated=True, blob="op_full/answer")
