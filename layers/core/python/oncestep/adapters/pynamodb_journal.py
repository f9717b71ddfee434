"""Lists of operations from the ledger's indexes: keys from the index, rows from the table."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from pynamodb.exceptions import PynamoDBConnectionError

from oncestep.adapters.pynamodb_rows import OperationRow, correlation, decode, recent_bucket, shards
from oncestep.application.ports import Clock, Page
from oncestep.domain.errors import InvalidRequest, LedgerUnavailable
from oncestep.domain.operation import Operation

DAYS_PER_PAGE = 31
"""A page reads no more days than this; its cursor goes on where it stopped."""


class PynamoDBJournal:
    """`Journal` on one table."""

    def __init__(self, rows: type[OperationRow], clock: Clock) -> None:
        self._rows = rows
        self._clock = clock

    def recent(self, client: str, *, since: int, cursor: str | None, limit: int) -> Page:
        """Newest first, day by day; see `Journal`."""
        before, found = _Cursor.read(cursor, self._clock.now() + 1), list[tuple[int, str]]()
        day, oldest = _day(before.at), _day(since)
        first = max(oldest, day - timedelta(days=DAYS_PER_PAGE))
        while day >= first and len(found) <= limit:
            found += self._of_day(client, day, before, limit + 1)
            day -= timedelta(days=1)
        page = self._page(found, limit)
        unread = page.cursor is None and first > oldest
        return Page(page.operations, f"{_milliseconds(first)}:0") if unread else page

    def stopped(self, client: str | None, *, cursor: str | None, limit: int) -> Page:
        """Those that wait for a person, the latest stop first; see `Journal`."""
        before = _Cursor.read(cursor, self._clock.now() + 1)
        found = [
            (int(row.attention_at), row.operation_id)
            for shard in shards()
            for row in _reading(
                self._rows.attention_index.query(
                    shard, self._rows.attention_at <= before.at, scan_index_forward=False, limit=limit + 1
                )
            )
            if before.after(int(row.attention_at), row.operation_id)
        ]
        page = self._page(found, limit)
        mine = tuple(operation for operation in page.operations if client in {None, operation.client})
        return Page(mine, page.cursor)

    def flow(self, client: str, correlation_id: str) -> tuple[Operation, ...]:
        """The steps of one run; see `Journal`."""
        rows = _reading(self._rows.correlation_index.query(correlation(client, correlation_id)))
        return self._whole([row.operation_id for row in rows])

    def _of_day(self, client: str, day: datetime, before: "_Cursor", limit: int) -> list[tuple[int, str]]:
        midnight = _milliseconds(day)
        found = [
            (int(row.created_at), row.operation_id)
            for shard in shards()
            for row in _reading(
                self._rows.recent_index.query(
                    recent_bucket(client, midnight, shard),
                    self._rows.created_at <= before.at,
                    scan_index_forward=False,
                    limit=limit,
                )
            )
            if before.after(int(row.created_at), row.operation_id)
        ]
        return sorted(found, reverse=True)[:limit]

    def _page(self, found: list[tuple[int, str]], limit: int) -> Page:
        wanted = sorted(found, reverse=True)[:limit]
        cursor = f"{wanted[-1][0]}:{wanted[-1][1]}" if len(found) > limit and wanted else None
        return Page(self._whole([operation_id for _, operation_id in wanted]), cursor)

    def _whole(self, operation_ids: list[str]) -> tuple[Operation, ...]:
        """The rows in that order; one that is gone by now is left out."""
        rows = {row.operation_id: decode(row) for row in _reading(self._rows.batch_get(operation_ids))}
        return tuple(rows[operation_id] for operation_id in operation_ids if operation_id in rows)


class _Cursor:
    """Where a list goes on: strictly before this moment and ID."""

    def __init__(self, at: int, operation_id: str) -> None:
        self.at = at
        self.operation_id = operation_id

    @classmethod
    def read(cls, text: str | None, now: int) -> "_Cursor":
        """The cursor of a request; without one, the list begins now."""
        if text is None:
            return cls(now, "~")
        at, _, operation_id = text.partition(":")
        if not at.isdecimal() or not operation_id:
            raise InvalidRequest("the cursor is not one that a list gave out; leave it out to begin again")
        return cls(int(at), operation_id)

    def after(self, at: int, operation_id: str) -> bool:
        """Whether a row comes after this place in a list that runs from new to old."""
        return (at, operation_id) < (self.at, self.operation_id)


def _reading(rows: Iterable[OperationRow]) -> Iterator[OperationRow]:
    try:
        yield from rows
    except PynamoDBConnectionError as error:
        raise LedgerUnavailable("the ledger cannot be read; try again") from error


def _milliseconds(day: datetime) -> int:
    return int(day.timestamp() * 1000)


def _day(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
