"""What the pages of a lookup show: which objects are the operation's, whether the list goes on, what it all proves.

A page that cannot be read whole shows nothing: what is overlooked would count as absent and be sent again.
"""

from dataclasses import dataclass

from oncestep.domain.classify import classify_found
from oncestep.domain.contract import Action, Lookup, OutcomeName, OutcomeRules
from oncestep.domain.documents import MISSING, Parsed, holds, is_empty, pick, pick_id, pick_text
from oncestep.domain.identity import Json
from oncestep.domain.outcomes import (
    FOUND_UNDECIDED,
    SUCCESS,
    Absent,
    Ambiguous,
    Confirmed,
    Document,
    Found,
    LookupFailed,
    LookupResult,
)
from oncestep.domain.templates import fill
from oncestep.domain.terms import operation_scope


@dataclass(frozen=True, slots=True)
class Page:
    """The operation's objects on one page, and where the next one begins: `cursor` is None if this one does not say."""

    ours: tuple[Json, ...]
    goes_on: bool
    cursor: str | None


def read_page(action: Action, lookup: Lookup, document: Parsed, operation_id: str) -> Page | None:
    """The page, or None where it says that it failed, or is not a list of objects."""
    items = pick(document, lookup.items)
    if _contradicts(document, action.outcomes) or not isinstance(items, list):
        return None
    verdicts = [_is_ours(action, lookup, item, operation_id) for item in items]
    if None in verdicts:
        return None
    ours = tuple(item for item, mine in zip(items, verdicts, strict=True) if mine)
    cursor = pick_text(items[-1], lookup.next_page.cursor) if lookup.next_page and items else None
    return Page(ours, _goes_on(lookup, document), cursor)


def _contradicts(document: Parsed, outcomes: OutcomeRules) -> bool:
    """Whether the page has something else where an answer of success has these values; a list may lack them."""
    there = {path: value for path, value in outcomes.success.items() if pick(document, path) is not MISSING}
    return not holds(document, there) or not all(is_empty(document, path) for path in outcomes.success_absent)


def _is_ours(action: Action, lookup: Lookup, item: Json, operation_id: str) -> bool | None:
    """Whether the object bears all marks of the operation; None: that cannot be read, and nothing rules it out."""
    if not isinstance(item, dict):
        return None
    scope = operation_scope(action, operation_id)
    verdicts = {_bears(item, path, fill(template, scope)) for path, template in lookup.match.items()}
    return False if False in verdicts else None if None in verdicts else True


def _bears(item: Json, path: str, mark: str) -> bool | None:
    """Whether the mark is there, in whatever case; None: something that is no text is."""
    text = pick_text(item, path)
    if text is not None:
        return text.casefold() == mark.casefold()
    return False if pick(item, path) in (MISSING, None) else None


def _goes_on(lookup: Lookup, document: Parsed) -> bool:
    """Whether there may be another page; only a null or a false says that there is none."""
    return lookup.next_page is not None and pick(document, lookup.next_page.more) not in (None, False)


def shown(lookup: Lookup, ours: tuple[Json, ...]) -> LookupResult:
    """What the operation's objects prove together, each by its own state."""
    made = [item for item in ours if classify_found(lookup, item) is OutcomeName.CONFIRMED]
    if made:
        return _found(lookup, made)
    if any(classify_found(lookup, item) is OutcomeName.UNKNOWN for item in ours):
        return LookupFailed(FOUND_UNDECIDED)
    return Absent(refused=bool(ours))


def _found(lookup: Lookup, made: list[Json]) -> LookupResult:
    """One object, however often it is listed; objects without an ID are told apart by what they hold."""
    names = sorted({_name(lookup, item) for item in made})
    if len(names) > 1:
        return Ambiguous(tuple(names))
    return Found(Confirmed(SUCCESS.start, Document.of_json(made[0]), pick_id(made[0], lookup.remote_id)))


def _name(lookup: Lookup, item: Json) -> str:
    return pick_id(item, lookup.remote_id) or f"sha256 {Document.of_json(item).digest}"
