"""Keeps to rate limits: an operation without a slot gets one, and waits for it in the queue."""

from dataclasses import dataclass

from oncestep.application.commit import Commits
from oncestep.application.follow import Follow
from oncestep.application.ports import Clock, Conflict, RateSlots
from oncestep.domain.contract import Action, RateLimit
from oncestep.domain.operation import Operation
from oncestep.domain.resolve import Stop
from oncestep.domain.states import Attention
from oncestep.domain.transitions import has_slot, schedule, stop

NO_SLOT = Stop(
    Attention.RETRIES_EXHAUSTED,
    "the rate limit of its connection has no slot within the time budget; look at the limit, then replay it",
)


@dataclass(slots=True, eq=False, repr=False)
class Pacing:
    """Schedules; sends nothing."""

    commits: Commits
    follow: Follow
    slots: RateSlots
    clock: Clock

    def held_back(self, operation: Operation, action: Action) -> bool:
        """Whether the operation must wait for its slot; it is then scheduled, or stopped where there is none in time.

        Raises:
            LedgerUnavailable: no slot could be reserved; the message comes back.

        """
        limit, now = action.rate_limit, self.clock.now()
        if limit is None or has_slot(operation, now):
            return False
        slot = self.slots.reserve(bucket_of(operation, limit), limit, now, within=action.time_budget)
        if slot is not None and slot <= now:
            return False
        try:
            waiting = self.commits.write(operation, self._waiting(operation, slot))
        except Conflict:
            return True  # whoever changed the row decides; the slot is lost, which only sends less
        self.follow.up(waiting)
        return True

    def _waiting(self, operation: Operation, slot: int | None) -> Operation:
        at = self.follow.moment()
        return stop(operation, NO_SLOT, at) if slot is None else schedule(operation, slot, at)


def bucket_of(operation: Operation, limit: RateLimit) -> str:
    """What a limit is counted for: one account at one API. A limit that was put right begins anew."""
    return f"{operation.client}/{operation.provider}/{operation.connection}/{limit.interval}/{limit.burst}"
