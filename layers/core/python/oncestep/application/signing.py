"""Signatures after Standard Webhooks (standardwebhooks.com): HMAC-SHA256 over ID, time and body of a message."""

import base64
import hashlib
import hmac

from oncestep.domain.errors import UnknownConnection
from oncestep.domain.operation import FrozenRequest

ID_HEADER = "webhook-id"
_PREFIX = "whsec_"


def signature_headers(secrets: str, request: FrozenRequest, now: int) -> tuple[tuple[str, str], ...]:
    """The headers that only the sending can know: its time (`now` in epoch ms), and a signature for each secret.

    `secrets` are separated by spaces: while one replaces another, receivers may still have either.

    Raises:
        UnknownConnection: one of the secrets is not `whsec_` and base64, or the request is no message with an ID.

    """
    timestamp = str(now // 1000)
    signed = f"{_message_id(request)}.{timestamp}.".encode() + request.body
    signatures = [_signature(secret, signed) for secret in secrets.split() or [""]]
    return (("webhook-timestamp", timestamp), ("webhook-signature", " ".join(signatures)))


def _message_id(request: FrozenRequest) -> str:
    named = {name.lower(): value for name, value in request.headers}
    if ID_HEADER not in named:
        raise UnknownConnection(
            f"only a request with the header {ID_HEADER} can be signed; let the contract send its key there"
        )
    return named[ID_HEADER]


def _signature(secret: str, signed: bytes) -> str:
    digest = hmac.digest(_key(secret), signed, hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode('ascii')}"


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise UnknownConnection(f"a signing secret must be `{_PREFIX}` and base64; rotate one in that is")
    return key
