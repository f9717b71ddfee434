"""Every way in which an operation changes, as pure functions from row to row.

The ledger writes each result with one write that is conditional on the state and version of the row before. These
functions are the protocol; it was model-checked before it was built, so change it together with the model.
"""

from oncestep.domain.transitions.claims import claim_lookup, claim_send, lapse
from oncestep.domain.transitions.late import record_late, record_late_lookup
from oncestep.domain.transitions.pacing import LONGEST_MESSAGE_DELAY, has_slot, schedule
from oncestep.domain.transitions.rows import GRACE, Asked, By, Moment, NotThatWay, Policy
from oncestep.domain.transitions.settling import settle, settle_lookup
from oncestep.domain.transitions.stops import announce, note, redrive, stop, sweep
from oncestep.domain.transitions.telling import MAX_CALLBACKS, put_off, subscribe, told
from oncestep.domain.transitions.verbs import (
    dismiss,
    replay,
    resolve_confirmed,
    resolve_not_applied,
    supersede,
)

__all__ = [
    "GRACE",
    "LONGEST_MESSAGE_DELAY",
    "MAX_CALLBACKS",
    "Asked",
    "By",
    "Moment",
    "NotThatWay",
    "Policy",
    "announce",
    "claim_lookup",
    "claim_send",
    "dismiss",
    "has_slot",
    "lapse",
    "note",
    "put_off",
    "record_late",
    "record_late_lookup",
    "redrive",
    "replay",
    "resolve_confirmed",
    "resolve_not_applied",
    "schedule",
    "settle",
    "settle_lookup",
    "stop",
    "subscribe",
    "supersede",
    "sweep",
    "told",
]
