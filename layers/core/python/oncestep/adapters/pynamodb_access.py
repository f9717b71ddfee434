"""API keys on DynamoDB: rows of hashes. Reads are consistent; a revoked key ends with the authorizer's cache."""

import hashlib
import hmac
import re
from collections.abc import Callable
from typing import Any

from pynamodb.attributes import ListAttribute, NumberAttribute, UnicodeAttribute
from pynamodb.exceptions import DoesNotExist
from pynamodb.models import Model

from oncestep.domain.callers import Caller, Role, Scope

_API_KEY = re.compile(r"([A-Za-z0-9_-]{1,64})\.([!-~]+)")
"""Key ID and secret. Whatever else a header holds is nobody's key, and the table is not asked for it."""


class AccessRow(Model):
    """An item of the access table. The secret itself is nowhere, only its SHA-256."""

    key_id = UnicodeAttribute(hash_key=True)
    secret_sha256 = UnicodeAttribute()
    client = UnicodeAttribute()
    role = UnicodeAttribute()
    scope = UnicodeAttribute()
    allow = ListAttribute[Any]()
    label = UnicodeAttribute()
    created_at = NumberAttribute()
    revoked_at = NumberAttribute(null=True)
    expires_at = NumberAttribute(null=True)


def bound_access(table: str, region: str) -> type[AccessRow]:
    """The model of one table."""

    class Meta:
        table_name = table
        connect_timeout_seconds = 2
        read_timeout_seconds = 5

    Meta.region = region  # type: ignore[attr-defined]
    return type("BoundAccessRow", (AccessRow,), {"Meta": Meta})


class PynamoDBKeys:
    """Who holds which key; `now` tells the time in epoch milliseconds."""

    def __init__(self, rows: type[AccessRow], now: Callable[[], int]) -> None:
        self._rows = rows
        self._now = now

    def caller(self, api_key: str) -> Caller | None:
        """The holder of `<key id>.<secret>`; None when there is no such key, it was revoked or has expired."""
        parts = _API_KEY.fullmatch(api_key)
        if parts is None:
            return None
        key_id, secret = parts.groups()
        try:
            row = self._rows.get(key_id, consistent_read=True)
        except DoesNotExist:
            return None
        matches = hmac.compare_digest(row.secret_sha256, hash_secret(secret))
        return _caller(row) if matches and self._valid(row) else None

    def _valid(self, row: AccessRow) -> bool:
        revoked_at: float | None = row.revoked_at
        expires_at: float | None = row.expires_at
        return not revoked_at and (expires_at is None or self._now() < expires_at)


def hash_secret(secret: str) -> str:
    """SHA-256 in hex. Secrets are 256 random bits, so a slow hash would only slow the authorizer down."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _caller(row: AccessRow) -> Caller:
    return Caller(
        key_id=row.key_id,
        client=row.client,
        role=Role(row.role),
        scope=Scope(row.scope),
        allow=tuple(row.allow),
        label=row.label,
    )
