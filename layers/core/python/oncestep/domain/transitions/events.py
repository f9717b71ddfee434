"""What callers must be told of: noted by the very write that makes it happen, taken off once its callbacks exist."""

from dataclasses import replace

from oncestep.domain.operation import Event, Operation
from oncestep.domain.states import State


def with_event(operation: Operation, detail: str = "") -> Operation:
    """The row with how it stands now as an event, if anybody wants to be told.

    Of a superseded operation nobody is told: its successor has the same callers, and tells them how it ends.
    """
    if not operation.callback_urls or operation.state is State.SUPERSEDED:
        return operation
    event = Event(
        number=operation.version,
        at=operation.updated_at,
        status=operation.status,
        state=operation.state,
        attention=operation.attention,
        detail=detail,
    )
    return replace(operation, events=(*operation.events, event))
