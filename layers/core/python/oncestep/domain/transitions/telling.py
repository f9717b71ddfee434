"""How callers subscribe to an operation, and how the row remembers what they have been told."""

from oncestep.domain.operation import Event, Operation
from oncestep.domain.transitions.rows import Moment, NotThatWay, moved
from oncestep.domain.transitions.stops import sweep_wait

MAX_CALLBACKS = 10


def subscribe(operation: Operation, url: str, at: Moment) -> Operation:
    """One more address to tell of what becomes of the operation; those that end no more have nothing to tell."""
    if operation.state.terminal or url in operation.callback_urls:
        raise NotThatWay("only new addresses are told, and only of operations that have not ended")
    return moved(operation, operation.state, at, callback_urls=(*operation.callback_urls, url))


def told(operation: Operation, events: tuple[Event, ...], at: Moment) -> Operation:
    """The callbacks of these events exist: each is an operation of its own now."""
    left = tuple(event for event in operation.events if event not in events)
    if len(left) == len(operation.events):
        raise NotThatWay("these events have been told")
    rests = not left and (operation.state.terminal or operation.noted)
    return moved(operation, operation.state, at, events=left, due_at=None if rests else operation.due_at)


def put_off(operation: Operation, at: Moment) -> Operation:
    """The sweep comes again later for events that could not be told now, however often: nothing else is left to do."""
    if not operation.events:
        raise NotThatWay("there is nothing to tell")
    due_at = at.now + sweep_wait(operation.sweeps)
    return moved(operation, operation.state, at, due_at=due_at, sweeps=operation.sweeps + 1)
