"""Slots of rate limits on DynamoDB: one conditional update reserves one, as in the generic cell rate algorithm (GCRA).

An item holds when the next slot after the reserved ones begins. It is moved ahead by one interval for each reservation,
from now where it lies in the past, so that nobody has to read before writing.
"""

from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.exceptions import DoesNotExist, PynamoDBConnectionError, UpdateError
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.update import Action
from pynamodb.models import Model

from oncestep.domain.contract import RateLimit
from oncestep.domain.errors import LedgerUnavailable

REMEMBERED = 90 * 86_400
"""How long an item stays after its last reservation (s); slots reach no further ahead than operations are kept."""
_LOST = "ConditionalCheckFailedException"


class SlotRow(Model):
    """An item of the table of connections' states."""

    name = UnicodeAttribute(hash_key=True)
    next_at = NumberAttribute()
    expires_at = NumberAttribute()


def bound_slots(table: str, region: str) -> type[SlotRow]:
    """The model of one table."""

    class Meta:
        table_name = table
        connect_timeout_seconds = 2
        read_timeout_seconds = 5
        max_retry_attempts = 3

    Meta.region = region  # type: ignore[attr-defined]
    return type("BoundSlotRow", (SlotRow,), {"Meta": Meta})


class PynamoDBRateSlots:
    """`RateSlots` on one table. A reservation that the SDK repeated counts twice: that only sends less."""

    def __init__(self, rows: type[SlotRow]) -> None:
        self._rows = rows

    def reserve(self, name: str, limit: RateLimit, now: int, *, within: int) -> int | None:
        """Reserve; see `RateSlots`. One of two updates fits, unless all slots in time are reserved."""
        latest = now + within
        while True:
            after_others = self._after_others(name, limit, now, latest)
            if after_others is not None:
                return after_others
            if self._from_now(name, limit, now):
                return now
            if self._reserved_beyond(name, latest):
                return None

    def _reserved_beyond(self, name: str, latest: int) -> bool:
        try:
            return bool(self._rows.get(name, consistent_read=True).next_at > latest)
        except DoesNotExist:
            return False
        except PynamoDBConnectionError as error:
            raise LedgerUnavailable("no slot of the rate limit can be reserved; try again") from error

    def _after_others(self, name: str, limit: RateLimit, now: int, latest: int) -> int | None:
        # There must be reserved slots that now has not passed; ours is the next, or earlier by what may come at once.
        moved = self._rows.next_at.set(self._rows.next_at + limit.interval)
        row = self._updated(name, [moved], self._rows.next_at.between(now, latest), now)
        if row is None:
            return None
        return max(now, int(row.next_at) - limit.burst * limit.interval)

    def _from_now(self, name: str, limit: RateLimit, now: int) -> bool:
        # No reserved slot may be left: there never was one, or now has passed them all.
        idle = self._rows.next_at.does_not_exist() | (self._rows.next_at < now)
        return self._updated(name, [self._rows.next_at.set(now + limit.interval)], idle, now) is not None

    def _updated(self, name: str, actions: list[Action], condition: Condition, now: int) -> SlotRow | None:
        row = self._rows(name)
        kept = self._rows.expires_at.set(now // 1000 + REMEMBERED)
        try:
            row.update(actions=[*actions, kept], condition=condition)
        except UpdateError as error:
            if error.cause_response_code == _LOST:
                return None
            raise LedgerUnavailable("no slot of the rate limit can be reserved; try again") from error
        except PynamoDBConnectionError as error:
            raise LedgerUnavailable("no slot of the rate limit can be reserved; try again") from error
        return row
