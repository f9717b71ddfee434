"""The kinds of providers that decide differently, by the names that the tables use."""

from dataclasses import replace

from oncestep.domain.contract import Action
from tests.support.actions import BARE, KEYED, LISTED, LOOKUP, PROMISE, UNVERIFIED

BOTH = replace(LISTED, provider="both", key=PROMISE)
"""Honours keys within a window, and can be asked what it has."""
UNBOUNDED = replace(LISTED, provider="unbounded", lookup=replace(LOOKUP, max_processing=None))
"""Can be asked what it has, but does not say how long a request may still take effect."""
FOREVER = replace(KEYED, provider="forever", key=replace(PROMISE, retention=None))
"""Never forgets a key."""
REPLAYING = replace(KEYED, provider="replaying", key=replace(PROMISE, replays_errors=True))
"""Answers a refused key with the same refusal again."""

KINDS: dict[str, Action] = {
    action.provider: action for action in (KEYED, LISTED, BARE, UNVERIFIED, BOTH, UNBOUNDED, FOREVER, REPLAYING)
}
