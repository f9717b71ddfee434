"""What every blob store does: it gives back what was stored, under its operation and its content's name."""

from collections.abc import Iterator

import pytest

from oncestep.adapters.s3_blobs import S3Blobs
from oncestep.application.ports import BlobMissing, Blobs
from tests.support.fakes import MemoryBlobs
from tests.support.moto import BUCKET, aws, client, create_bucket

CONTENT = bytes(range(256)) * 400


@pytest.fixture(params=["memory", "s3"])
def blobs(request: pytest.FixtureRequest) -> Iterator[Blobs]:
    if request.param == "memory":
        yield MemoryBlobs()
        return
    with aws():
        create_bucket()
        yield S3Blobs(client("s3"), BUCKET)


@pytest.mark.parametrize("content", [CONTENT, b"", b"\x00"], ids=["large", "empty", "one byte"])
def test_what_was_stored_comes_back(blobs: Blobs, content: bytes) -> None:
    assert blobs.get(blobs.put("op_1", content)) == content


def test_the_same_content_again_is_the_same_blob(blobs: Blobs) -> None:
    assert blobs.put("op_1", CONTENT) == blobs.put("op_1", CONTENT)


def test_another_content_is_another_blob(blobs: Blobs) -> None:
    first, second = blobs.put("op_1", b"first"), blobs.put("op_1", b"second")
    assert (blobs.get(first), blobs.get(second)) == (b"first", b"second")


def test_a_blob_lies_below_its_operation(blobs: Blobs) -> None:
    assert blobs.put("op_1", CONTENT).startswith("op_1/")
    assert blobs.put("op_2", CONTENT).startswith("op_2/")


def test_what_was_never_stored_is_missing(blobs: Blobs) -> None:
    with pytest.raises(BlobMissing):
        blobs.get("op_1/0000")
