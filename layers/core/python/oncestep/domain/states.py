"""The states of an operation and the only ways between them. Knows nothing of storage."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from oncestep.domain.errors import IllegalTransition


class State(StrEnum):
    """Where an operation stands; the join over what its attempts proved."""

    ACCEPTED = "accepted"
    IN_FLIGHT = "in_flight"
    UNKNOWN = "unknown"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    DISMISSED = "dismissed"
    SUPERSEDED = "superseded"

    @property
    def terminal(self) -> bool:
        """Nothing leaves a terminal state."""
        return not TRANSITIONS[self]


class Attention(StrEnum):
    """Why an operation stopped and waits for a person."""

    CONNECTION = "connection"
    CONNECTION_CHANGED = "connection_changed"
    CONTRACT_UNVERIFIED = "contract_unverified"
    LOOKUP_ABSENT = "lookup_absent"
    LOOKUP_AMBIGUOUS = "lookup_ambiguous"
    NO_LOOKUP = "no_lookup"
    PROVIDER_WINDOW_CLOSED = "provider_window_closed"
    RETRIES_EXHAUSTED = "retries_exhausted"
    STUCK = "stuck"


class Status(StrEnum):
    """What a caller sees of a state."""

    PROCESSING = "processing"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    NEEDS_INPUT = "needs_input"


TRANSITIONS: Mapping[State, frozenset[State]] = MappingProxyType(
    {
        State.ACCEPTED: frozenset(
            {
                State.IN_FLIGHT,
                State.CONFIRMED,  # late confirming evidence
                State.DISMISSED,
                State.SUPERSEDED,
            }
        ),
        State.IN_FLIGHT: frozenset({State.ACCEPTED, State.UNKNOWN, State.CONFIRMED, State.REJECTED}),
        State.UNKNOWN: frozenset({State.IN_FLIGHT, State.ACCEPTED, State.CONFIRMED, State.REJECTED, State.DISMISSED}),
        State.CONFIRMED: frozenset(),
        State.REJECTED: frozenset(),
        State.DISMISSED: frozenset(),
        State.SUPERSEDED: frozenset(),
    }
)


def advance(before: State, after: State) -> State:
    """The state after, if the table allows it (staying where one is always is).

    Raises:
        IllegalTransition: the table has no such way.

    """
    if after is not before and after not in TRANSITIONS[before]:
        raise IllegalTransition(before=before, after=after)
    return after
