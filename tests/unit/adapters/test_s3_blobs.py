"""Blobs in S3: they are checked when they are read, and S3's own troubles are not let through."""

import hashlib
import zlib
from collections.abc import Iterator

import pytest

from oncestep.adapters.s3_blobs import S3Blobs
from oncestep.application.ports import BlobMissing
from oncestep.domain.errors import BlobsUnavailable
from tests.support.moto import BUCKET, aws, client, create_bucket


@pytest.fixture
def blobs() -> Iterator[S3Blobs]:
    with aws():
        create_bucket()
        yield S3Blobs(client("s3"), BUCKET)


def overwrite(reference: str, stored: bytes) -> None:
    client("s3").put_object(Bucket=BUCKET, Key=reference, Body=stored)


def test_the_reference_names_the_content(blobs: S3Blobs) -> None:
    assert blobs.put("op_1", b"content") == f"op_1/{hashlib.sha256(b'content').hexdigest()}"


def test_a_body_lies_there_compressed(blobs: S3Blobs) -> None:
    reference = blobs.put("op_1", b"a" * 100_000)
    assert client("s3").head_object(Bucket=BUCKET, Key=reference)["ContentLength"] < 1_000


@pytest.mark.parametrize("stored", [zlib.compress(b"something else"), b"not compressed", b""])
def test_a_body_that_is_not_what_was_stored_is_missing(blobs: S3Blobs, stored: bytes) -> None:
    reference = blobs.put("op_1", b"content")
    overwrite(reference, stored)
    with pytest.raises(BlobMissing):
        blobs.get(reference)


def test_a_body_that_s3_does_not_take_is_told() -> None:
    with aws(), pytest.raises(BlobsUnavailable):
        S3Blobs(client("s3"), "no-such-bucket").put("op_1", b"content")


def test_a_body_that_s3_does_not_give_now_is_not_taken_for_gone() -> None:
    with aws(), pytest.raises(BlobsUnavailable):
        S3Blobs(client("s3"), "no-such-bucket").get("op_1/digest")
