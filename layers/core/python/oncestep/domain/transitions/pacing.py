"""How an operation waits for its slot of a rate limit: scheduled, not tried. It costs no attempt."""

from oncestep.domain.operation import Operation
from oncestep.domain.transitions.rows import GRACE, Moment, moved, require_free

LATEST = 30_000
"""How late (ms) a slot may still be used. After a longer delay, all the slots of that time would be used at once."""
LONGEST_MESSAGE_DELAY = 900_000
"""SQS delays a message by 15 minutes at most; what waits longer is picked up by the sweep."""


def has_slot(operation: Operation, now: int) -> bool:
    """Whether the operation may be sent now with the slot that it has."""
    return operation.slot_at is not None and operation.slot_at <= now <= operation.slot_at + LATEST


def schedule(operation: Operation, slot: int, at: Moment) -> Operation:
    """Accepted or unknown as before, until its slot. The sweep makes a message of what no message can wait for."""
    require_free(operation)
    far = slot - at.now > LONGEST_MESSAGE_DELAY
    return moved(
        operation,
        operation.state,
        at,
        next_at=slot,
        slot_at=slot,
        due_at=slot - GRACE if far else slot + GRACE,
        sweeps=0,
    )
