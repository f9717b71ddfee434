"""Lists of operations from the ledger's indexes: keys from the index, rows from the table."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, TypeAlias

from pynamodb.exceptions import PynamoDBConnectionError

from oncestep.adapters.pynamodb_rows import OperationRow, correlation, decode, recent_bucket, shards
from oncestep.application.ports import Clock, Page
from oncestep.domain.errors import FieldError, InvalidRequest, LedgerUnavailable
from oncestep.domain.operation import Operation

DAYS_PER_PAGE = 31
"""A page reads no more days than this; its cursor goes on where it stopped."""

FIRST_DAY = int(datetime(2026, 11, 1, tzinfo=UTC).timestamp() * 1000)
"""No operation is older than Oncestep itself (epoch ms). No later day would be sound: a row goes some time after it has
settled, and before that it may have waited for a person however long."""

_CURSOR = re.compile(r"([0-9]{1,15}):(.+)")

Found: TypeAlias = list[tuple[int, str]]
"""When (epoch ms) and which operation."""


class PynamoDBJournal:
    """`Journal` on one table."""

    def __init__(self, rows: type[OperationRow], clock: Clock) -> None:
        self._rows = rows
        self._clock = clock

    def recent(self, client: str, *, since: int, cursor: str | None, limit: int) -> Page:
        """Newest first, day by day and not beyond `FIRST_DAY`, whatever `since` is; see `Journal`."""
        place, found = self._place(cursor), Found()
        day, oldest = _day(place.at), _day(min(max(since, FIRST_DAY), place.at))
        first = max(oldest, day - timedelta(days=DAYS_PER_PAGE))
        while day >= first and len(found) <= limit:
            found += self._of_day(client, day, place, since, limit)
            day -= timedelta(days=1)
        page = self._page(found, limit)
        unread = page.cursor is None and first > oldest
        return Page(page.operations, f"{_milliseconds(first)}:0") if unread else page

    def stopped(self, client: str | None, *, cursor: str | None, limit: int) -> Page:
        """Those that wait for a person, the latest stop first; see `Journal`."""
        place, found = self._place(cursor), Found()
        for shard in shards():
            keys = self._rows.attention_index.query(
                shard, self._rows.attention_at <= place.at, scan_index_forward=False, page_size=limit + 1
            )
            found += place.next((_moment(row.attention_at, row) for row in _reading(keys)), limit)
        page = self._page(found, limit)
        mine = tuple(operation for operation in page.operations if client in {None, operation.client})
        return Page(mine, page.cursor)

    def flow(self, client: str, correlation_id: str) -> tuple[Operation, ...]:
        """The steps of one run; see `Journal`."""
        keys = _reading(self._rows.correlation_index.query(correlation(client, correlation_id)))
        return self._whole([key.operation_id for key in keys])

    def _of_day(self, client: str, day: datetime, place: "_Place", since: int, limit: int) -> Found:
        found = Found()
        for shard in shards():
            keys = self._rows.recent_index.query(
                recent_bucket(client, _milliseconds(day), shard),
                self._rows.created_at <= place.at,
                scan_index_forward=False,
                page_size=limit + 1,
            )
            found += place.next((_moment(row.created_at, row) for row in _reading(keys)), limit, since)
        return found

    def _place(self, cursor: str | None) -> "_Place":
        now = self._clock.now() + 1
        if cursor is None:
            return _Place(now, "~")
        match = _CURSOR.fullmatch(cursor)
        if match is None:
            problem = "is not one that a list gave out; leave it out to begin again"
            raise InvalidRequest(f"the cursor {problem}", (FieldError("cursor", problem),))
        return _Place(min(int(match[1]), now), match[2])

    def _page(self, found: Found, limit: int) -> Page:
        wanted = sorted(found, reverse=True)[:limit]
        cursor = f"{wanted[-1][0]}:{wanted[-1][1]}" if len(found) > limit and wanted else None
        return Page(self._whole([operation_id for _, operation_id in wanted]), cursor)

    def _whole(self, operation_ids: list[str]) -> tuple[Operation, ...]:
        """The rows in that order; one that is gone by now is left out."""
        rows = {row.operation_id: decode(row) for row in _reading(self._rows.batch_get(operation_ids))}
        return tuple(rows[operation_id] for operation_id in operation_ids if operation_id in rows)


class _Place(NamedTuple):
    """Where a list from new to old goes on: strictly after this moment and ID."""

    at: int
    operation_id: str

    def next(self, keys: Iterable[tuple[int, str]], limit: int, since: int = 0) -> Found:
        """One key more than the limit, and all keys of the last moment, which an index gives in no order."""
        found = Found()
        for key in keys:
            if key[0] < since or (len(found) > limit and key[0] < found[-1][0]):
                break
            if key < (self.at, self.operation_id):
                found.append(key)
        return found


def _moment(at: float, row: OperationRow) -> tuple[int, str]:
    return int(at), row.operation_id


def _reading(rows: Iterable[OperationRow]) -> Iterator[OperationRow]:
    try:
        yield from rows
    except PynamoDBConnectionError as error:
        raise LedgerUnavailable("the ledger cannot be read; try again") from error


def _milliseconds(day: datetime) -> int:
    return int(day.timestamp() * 1000)


def _day(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
