"""Small bodies stay in their row, large ones go to a blob first; after the effect nothing about them is an error."""

from dataclasses import replace
from secrets import token_bytes

import pytest

from oncestep.application.bodies import ROW_BYTES, Bodies, fits_row
from oncestep.application.ports import BlobMissing
from oncestep.domain.errors import BlobsUnavailable
from oncestep.domain.operation import FrozenRequest, StoredOutcome
from oncestep.domain.outcomes import Answer, Document
from oncestep.domain.states import State
from tests.suites.rows import bare
from tests.support.fakes import MemoryBlobs, MemoryLedger
from tests.support.world import World

NOISE = token_bytes(ROW_BYTES + 1)
PATIENT = "a" * 1_000_000
REQUEST = FrozenRequest("POST", "https://shop.example")


@pytest.fixture
def blobs() -> MemoryBlobs:
    return MemoryBlobs()


@pytest.fixture
def bodies(blobs: MemoryBlobs) -> Bodies:
    return Bodies(blobs)


@pytest.mark.parametrize(
    ("content", "fits"),
    [(b"", True), (NOISE[:-1], True), (NOISE, False), (PATIENT.encode(), True)],
    ids=["empty", "at the bound", "above it", "above it but for its compression"],
)
def test_a_body_stays_in_its_row_up_to_32_kib_compressed(
    bodies: Bodies, blobs: MemoryBlobs, content: bytes, *, fits: bool
) -> None:
    kept = bodies.keep_request("op_1", replace(REQUEST, body=content))
    document = bodies.keep_document("op_1", Document.of(content, "text/plain"))
    assert fits_row(content) is fits
    assert (kept.blob is None, document.blob is None, blobs.stored == {}) == (fits, fits, fits)
    assert bodies.whole_request(kept).body == content
    assert bodies.whole_document(document).content == content


def test_what_is_in_a_blob_is_not_in_the_row_too(bodies: Bodies) -> None:
    assert bodies.keep_request("op_1", replace(REQUEST, body=NOISE)).body == b""
    assert bodies.keep_document("op_1", Document.of(NOISE, "")).content == b""


def test_a_request_whose_blob_is_gone_cannot_be_sent(bodies: Bodies) -> None:
    with pytest.raises(BlobMissing):
        bodies.whole_request(replace(REQUEST, blob="op_1/gone"))


def test_an_answer_whose_blob_is_gone_is_shown_as_truncated(bodies: Bodies) -> None:
    document = Document(b"", "text/plain", "digest", blob="op_1/gone")
    assert bodies.whole_document(document) == replace(document, truncated=True)


def test_an_operation_is_whole_with_its_answer(bodies: Bodies) -> None:
    document = Document.of(NOISE, "application/octet-stream")
    kept = replace(bare(), outcome=StoredOutcome(201, bodies.keep_document("op_bare", document)))
    whole = bodies.whole(kept).outcome
    assert whole is not None
    assert whole.document.content == NOISE
    assert bodies.whole(bare()) == bare()


def test_when_no_blob_is_taken_before_the_claim_nothing_is_claimed_or_sent() -> None:
    world = World()
    world.blobs.unavailable = True
    with pytest.raises(BlobsUnavailable):
        world.call("bare", value={"sku": NOISE.hex()})
    assert isinstance(world.ledger, MemoryLedger)
    assert (world.ledger.rows, world.queue.waiting, world.provider.requests) == ({}, [], [])


def test_when_no_blob_is_taken_after_the_effect_the_answer_keeps_its_first_part_and_its_remote_id() -> None:
    world = World()
    world.blobs.unavailable = True
    answer = b'{"id": "thing-1", "noise": "' + NOISE.hex().encode() + b'"}'
    world.provider.next = [lambda _: Answer(201, {}, answer)]
    operation = world.call("bare").operation
    assert operation.outcome is not None
    document = operation.outcome.document
    assert (operation.state, operation.outcome.remote_id) == (State.CONFIRMED, "thing-1")
    assert (document.truncated, document.content) == (True, answer[:ROW_BYTES])
    assert document.digest == Document.of(answer, "").digest


def test_a_passing_outage_of_the_blobs_stops_no_operation() -> None:
    world = World()
    reply = world.call("bare", value={"sku": NOISE.hex()}, respond_async=True)
    world.blobs.unavailable = True
    with pytest.raises(BlobsUnavailable):
        world.work_once()  # the message fails and comes back; the row waits as it was
    assert (world.row(reply).attention, world.row(reply).attempts) == (None, ())
    world.blobs.unavailable = False
    world.run(120_000)
    assert (world.row(reply).state, world.effects) == (State.CONFIRMED, 1)
