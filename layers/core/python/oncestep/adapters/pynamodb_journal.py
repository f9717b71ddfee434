"""Lists of operations from the ledger's indexes: keys from the index, rows from the table."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import and_
from typing import NamedTuple, TypeAlias, TypeVar

from pynamodb.exceptions import PynamoDBConnectionError
from pynamodb.expressions.condition import Condition
from pynamodb.pagination import ResultIterator

from oncestep.adapters.pynamodb_rows import (
    SHARDS,
    CorrelationIndex,
    KeyIndex,
    OperationRow,
    RemoteIdIndex,
    client_key,
    client_remote_id,
    correlation,
    decode,
    recent_bucket,
    shards,
)
from oncestep.application.ports import Clock, Narrow, Page, Span
from oncestep.domain.errors import FieldError, InvalidRequest, LedgerUnavailable
from oncestep.domain.operation import Operation

DAYS_PER_PAGE = 31
"""A page reads no more days than this; its cursor goes on where it stopped."""

FIRST_DAY = int(datetime(2026, 11, 1, tzinfo=UTC).timestamp() * 1000)
"""No operation is older than Oncestep itself (epoch ms). No later day would be sound: a row goes some time after it has
settled, and before that it may have waited for a person however long."""

_CURSOR = re.compile(r"([0-9]{1,15}):(.+)")

KEYS_PER_PAGE = 20_000
KEYS_PER_SHARD = KEYS_PER_PAGE // SHARDS
KEYS_PER_REQUEST = 1_000
"""How many keys of an index are looked at where few pass a filter."""

LAST = "~"
"""After every operation ID: a list that goes on at a moment and this begins with all of that moment."""

Found: TypeAlias = list[tuple[int, str]]
"""When (epoch ms) and which operation."""
Index: TypeAlias = "KeyIndex | RemoteIdIndex | CorrelationIndex"

_Row = TypeVar("_Row")


class PynamoDBJournal:
    """`Journal` on one table."""

    def __init__(self, rows: type[OperationRow], clock: Clock) -> None:
        self._rows = rows
        self._clock = clock

    def recent(self, client: str, narrow: Narrow, span: Span, *, cursor: str | None, limit: int) -> Page:
        """Day by day and not beyond `FIRST_DAY`, whatever the span is; see `Journal`."""
        place = self._place(cursor, span)
        if place.at < span.since:
            return Page((), None)
        read = _Days(self._rows, client, narrow, span.since, place).read(limit)
        page = self._page(read.found, limit)
        if page.cursor is None and read.complete_from > _first_day(span.since, place):
            return Page(page.operations, f"{read.complete_from - 1}:{LAST}")
        return page

    def stopped(self, client: str | None, *, cursor: str | None, limit: int) -> Page:
        """Those that wait for a person, the latest stop first; see `Journal`."""
        place, found = self._place(cursor, Span()), Found()
        for shard in shards():
            keys = self._rows.attention_index.query(
                shard, self._rows.attention_at <= place.at, scan_index_forward=False, page_size=limit + 1
            )
            found += place.next((_moment(row.attention_at, row) for row in _reading(keys)), limit)
        page = self._page(found, limit)
        mine = tuple(operation for operation in page.operations if client in {None, operation.client})
        return Page(mine, page.cursor)

    def by_key(self, client: str, key: str, span: Span, *, cursor: str | None, limit: int) -> Page:
        """From the `by_key` index; see `Journal`."""
        return self._partition(self._rows.key_index, client_key(client, key), span, cursor, limit)

    def by_remote_id(self, client: str, remote_id: str, span: Span, *, cursor: str | None, limit: int) -> Page:
        """From the `by_remote_id` index; see `Journal`."""
        return self._partition(self._rows.remote_id_index, client_remote_id(client, remote_id), span, cursor, limit)

    def by_correlation(self, client: str, correlation_id: str, span: Span, *, cursor: str | None, limit: int) -> Page:
        """From the `by_correlation` index; see `Journal`."""
        return self._partition(self._rows.correlation_index, correlation(client, correlation_id), span, cursor, limit)

    def _partition(self, index: Index, partition: str, span: Span, cursor: str | None, limit: int) -> Page:
        place = self._place(cursor, span)
        if place.at < span.since:
            return Page((), None)
        created = self._rows.created_at.between(span.since, place.at)
        keys = index.query(partition, created, scan_index_forward=False, page_size=limit + 1)
        return self._page(place.next((_moment(row.created_at, row) for row in _reading(keys)), limit), limit)

    def _place(self, cursor: str | None, span: Span) -> "_Place":
        """Where the list goes on: after the cursor, and before the end of the span."""
        now = self._clock.now() + 1
        end = _Place(now if span.until is None else min(now, span.until - 1), LAST)
        if cursor is None:
            return end
        match = _CURSOR.fullmatch(cursor)
        if match is None:
            problem = "is not one that a list gave out; leave it out to begin again"
            raise InvalidRequest(f"the cursor {problem}", (FieldError("cursor", problem),))
        return min(_Place(int(match[1]), match[2]), end)

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

    def next(self, keys: Iterable[tuple[int, str]], limit: int) -> Found:
        """One key more than the limit, and all keys of the last moment, which an index gives in no order."""
        found = Found()
        for key in keys:
            if len(found) > limit and key[0] < found[-1][0]:
                break
            if key < self:
                found.append(key)
        return found


class _Read(NamedTuple):
    """What was found; of what was created at or after `complete_from` (epoch ms), nothing is missing."""

    found: Found
    complete_from: int


class _Days(NamedTuple):
    """A client's rows, read from day to day backwards, until there are enough or enough keys were looked at."""

    rows: type[OperationRow]
    client: str
    narrow: Narrow
    since: int
    place: _Place

    def read(self, limit: int) -> _Read:
        """More keys than the limit, or as many as were found in the days that one page looks at."""
        day, found, examined = _day(self.place.at), Found(), 0
        oldest = max(_first_day(self.since, self.place), _milliseconds(day - timedelta(days=DAYS_PER_PAGE)))
        while True:
            shards_read = [self._of_shard(day, shard, limit) for shard in shards()]
            found += [key for shard in shards_read for key in shard.found]
            examined += sum(shard.examined for shard in shards_read)
            complete_from = max(_milliseconds(day), *(shard.complete_from for shard in shards_read))
            enough = len(found) > limit or examined >= KEYS_PER_PAGE
            if enough or complete_from > _milliseconds(day) or _milliseconds(day) <= oldest:
                return _Read([key for key in found if key[0] >= complete_from], complete_from)
            day -= timedelta(days=1)

    def _of_shard(self, day: datetime, shard: str, limit: int) -> "_Shard":
        keys = self.rows.recent_index.query(
            recent_bucket(self.client, _milliseconds(day), shard),
            self.rows.created_at.between(self.since, self.place.at),
            filter_condition=self._condition(),
            scan_index_forward=False,
            page_size=limit + 1 if self.narrow == Narrow() else KEYS_PER_REQUEST,
        )
        read = _Shard(keys, self.place.at)
        read.found = self.place.next(read, limit)
        return read

    def _condition(self) -> Condition | None:
        """What never changes is in the index; all else is filtered by whoever has the rows."""
        provider, _, action = (self.narrow.action or "").partition(".")
        wanted = {"connection": self.narrow.connection, "provider": provider, "action": action}
        conditions = [getattr(self.rows, name) == value for name, value in wanted.items() if value]
        return reduce(and_, conditions) if conditions else None


class _Shard:
    """One shard of one day. A filter may leave nothing of very many keys, so the reading ends after enough of them."""

    def __init__(self, keys: ResultIterator[OperationRow], place: int) -> None:
        self._pages = keys.page_iter
        self._place = place
        self.found = Found()
        self.examined = 0
        self.complete_from = 0

    def __iter__(self) -> Iterator[tuple[int, str]]:
        for page in _reading(self._pages):
            self.examined += page["ScannedCount"]
            yield from (_moment(row.created_at, row) for row in map(OperationRow.from_raw_data, page["Items"]))
            last = page.get("LastEvaluatedKey")
            reached = int(last["created_at"]["N"]) if last else 0
            # The next page begins at the moment that was reached, so it must be older than where this one began.
            if self.examined >= KEYS_PER_SHARD and 0 < reached < self._place:
                self.complete_from = reached + 1
                return


def _moment(at: float, row: OperationRow) -> tuple[int, str]:
    return int(at), row.operation_id


def _reading(rows: Iterable[_Row]) -> Iterator[_Row]:
    try:
        yield from rows
    except PynamoDBConnectionError as error:
        raise LedgerUnavailable("the ledger cannot be read; try again") from error


def _first_day(since: int, place: _Place) -> int:
    """The day on which the list ends (epoch ms)."""
    return _milliseconds(_day(min(max(since, FIRST_DAY), place.at)))


def _milliseconds(day: datetime) -> int:
    return int(day.timestamp() * 1000)


def _day(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
