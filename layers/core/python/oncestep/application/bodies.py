"""Keeps bodies within a row's bounds: small ones in the row, large ones in blobs that are stored first."""

import zlib
from dataclasses import dataclass, replace

from oncestep.application.ports import BlobMissing, Blobs
from oncestep.domain.errors import BlobsUnavailable
from oncestep.domain.operation import FrozenRequest, Operation
from oncestep.domain.outcomes import Document

ROW_BYTES = 32 * 1024
"""A body that compresses to no more than this stays in its row."""


@dataclass(slots=True, eq=False, repr=False)
class Bodies:
    """Puts bodies away and fetches them back."""

    blobs: Blobs

    def keep_request(self, operation_id: str, request: FrozenRequest) -> FrozenRequest:
        """The request as its row holds it; a large body is durable in its blob when this returns.

        Raises:
            BlobsUnavailable: it could not be stored.

        """
        if fits_row(request.body):
            return request
        return replace(request, body=b"", blob=self.blobs.put(operation_id, request.body))

    def whole_request(self, request: FrozenRequest) -> FrozenRequest:
        """The request with its body.

        Raises:
            BlobMissing: its blob is gone or damaged.
            BlobsUnavailable: it cannot be read now.

        """
        return request if request.blob is None else replace(request, body=self.blobs.get(request.blob))

    def keep_document(self, operation_id: str, document: Document) -> Document:
        """The answer as its row holds it. The effect is done, so this never fails: at worst the end is cut off."""
        try:
            return self.keep_statement(operation_id, document)
        except BlobsUnavailable:
            return replace(document, content=document.content[:ROW_BYTES], truncated=True)

    def keep_statement(self, operation_id: str, document: Document) -> Document:
        """What a person states, as its row holds it: they can say it again, so nothing is cut off.

        Raises:
            BlobsUnavailable: it could not be stored.

        """
        if fits_row(document.content):
            return document
        return replace(document, content=b"", blob=self.blobs.put(operation_id, document.content))

    def whole_document(self, document: Document) -> Document:
        """The answer with its content; empty and marked truncated when its blob cannot be had."""
        if document.blob is None:
            return document
        try:
            return replace(document, content=self.blobs.get(document.blob))
        except (BlobMissing, BlobsUnavailable):
            return replace(document, truncated=True)

    def whole(self, operation: Operation) -> Operation:
        """The operation with its answer's content."""
        if operation.outcome is None:
            return operation
        document = self.whole_document(operation.outcome.document)
        return replace(operation, outcome=replace(operation.outcome, document=document))


def fits_row(content: bytes) -> bool:
    """Whether a body stays in its row."""
    return len(content) <= ROW_BYTES or len(zlib.compress(content)) <= ROW_BYTES
