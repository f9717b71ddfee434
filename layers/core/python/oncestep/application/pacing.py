"""Keeps to rate limits: an operation without a slot gets one, and waits for it in the queue."""

from dataclasses import dataclass

from oncestep.application.commit import Commits
from oncestep.application.follow import Follow
from oncestep.application.ports import Clock, Conflict, RateSlots
from oncestep.domain.contract import Action
from oncestep.domain.operation import Operation
from oncestep.domain.transitions import has_slot, schedule


@dataclass(slots=True, eq=False, repr=False)
class Pacing:
    """Schedules; sends nothing."""

    commits: Commits
    follow: Follow
    slots: RateSlots
    clock: Clock

    def held_back(self, operation: Operation, action: Action) -> bool:
        """Whether the operation must wait for its slot; it is then scheduled, unless somebody else took it on.

        Raises:
            LedgerUnavailable: no slot could be reserved; the message comes back.

        """
        limit, now = action.rate_limit, self.clock.now()
        if limit is None or has_slot(operation, now):
            return False
        slot = self.slots.reserve(connection_of(operation), limit, now)
        if slot <= now:
            return False
        try:
            scheduled = self.commits.write(operation, schedule(operation, slot, self.follow.moment()))
        except Conflict:
            return True  # whoever changed the row decides; the slot is lost, which only sends less
        self.follow.enqueue(scheduled)
        return True


def connection_of(operation: Operation) -> str:
    """What a limit is counted for: one account at one API."""
    return f"{operation.client}/{operation.provider}/{operation.connection}"
