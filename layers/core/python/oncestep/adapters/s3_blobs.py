"""Blobs in S3, compressed, named by their operation and their SHA-256."""

import hashlib
import zlib
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from oncestep.application.ports import BlobMissing
from oncestep.domain.errors import BlobsUnavailable

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


class S3Blobs:
    """`Blobs` in one bucket."""

    def __init__(self, client: "S3Client", bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def put(self, operation_id: str, content: bytes) -> str:
        """Store; the same content again is the same object."""
        key = f"{operation_id}/{hashlib.sha256(content).hexdigest()}"
        try:
            self._client.put_object(Bucket=self._bucket, Key=key, Body=zlib.compress(content))
        except (BotoCoreError, ClientError) as error:
            raise BlobsUnavailable("a large body could not be stored; try again") from error
        return key

    def get(self, reference: str) -> bytes:
        """Read back and check the digest; see `Blobs`."""
        try:
            content = zlib.decompress(self._stored(reference))
        except zlib.error as error:
            raise BlobMissing(f"the stored body {reference} is damaged") from error
        if hashlib.sha256(content).hexdigest() != reference.rpartition("/")[2]:
            raise BlobMissing(f"the stored body {reference} is not what was stored")
        return content

    def _stored(self, reference: str) -> bytes:
        try:
            return self._client.get_object(Bucket=self._bucket, Key=reference)["Body"].read()
        except self._client.exceptions.NoSuchKey as error:
            raise BlobMissing(f"the stored body {reference} is gone") from error
        except (BotoCoreError, ClientError) as error:
            raise BlobsUnavailable("a large body could not be read; try again") from error
