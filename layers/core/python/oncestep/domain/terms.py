"""What a frozen request bears, so that a later contract relies on nothing that it does not bear.

Contracts change while operations are unresolved. A promise about keys is worth something only for a request that has
that very key in that very place; a lookup finds only what was sent with its marks.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace

from oncestep.domain.contract import Action, KeyPlace, Lookup, Mark
from oncestep.domain.identity import Json, provider_key
from oncestep.domain.operation import Operation
from oncestep.domain.templates import fill

_OPERATION = "operation."
_KEY = "operation.key"


def provider_key_of(action: Action, operation_id: str) -> str:
    """The key that the provider gets, whether it promises anything about it or not."""
    if action.key is None:
        return operation_id
    return provider_key(operation_id, action.key.format, action.key.max_length)


def operation_scope(action: Action, operation_id: str) -> Json:
    """What placeholders may name of the operation: its ID and its key."""
    return {"operation": {"id": operation_id, "key": provider_key_of(action, operation_id)}}


def borne_key(action: Action, operation_id: str) -> str:
    """A digest of where a request of this contract goes with which key; empty if it has none."""
    if action.key is None:
        return ""
    name = action.key.name.lower() if action.key.place is KeyPlace.HEADER else action.key.name
    return _digest([*_endpoint(action), action.key.place, name, provider_key_of(action, operation_id)])


def borne_marks(action: Action, operation_id: str) -> str:
    """A digest of where a request of this contract names its operation, and by what it is found again."""
    scope = operation_scope(action, operation_id)
    headers = action.request.headers
    request: Json = {
        "query": dict(action.request.query),
        "headers": headers if isinstance(headers, str) else dict(headers),
        "body": action.request.body,
    }
    marks: list[Json] = [[place, fill(text, scope)] for place, text in _texts(request, "") if _OPERATION in text]
    marks += [[f"mark.{mark.place}.{_name(mark)}", operation_id]] if (mark := action.request.mark) else []
    asked = _question(action, action.lookup) if action.lookup else None
    return _digest([*_endpoint(action), fill(action.request.path, scope), marks, asked])


def _name(mark: Mark) -> str:
    """Only the names of headers are the same in any case."""
    return mark.name.lower() if mark.place is KeyPlace.HEADER else mark.name


def _question(action: Action, lookup: Lookup) -> list[Json]:
    """What a lookup asks. Owners edit their rules as they like, so for those it is also where it asks."""
    question: list[Json] = [dict(lookup.match), dict(lookup.query)]
    return [*question, lookup.path, lookup.items] if action.takes_rules else question


def _endpoint(action: Action) -> list[Json]:
    """Where a request goes. A contract's address is the contract's; a connection's may be another one tomorrow."""
    endpoint: list[Json] = [action.request.method, action.request.path, action.request.encoding]
    return [*endpoint, action.base_url] if action.takes_rules else endpoint


def _digest(terms: list[Json]) -> str:
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()


def _texts(value: Json, place: str) -> Iterator[tuple[str, str]]:
    match value:
        case str():
            yield place, value
        case dict():
            for name in sorted(value):
                yield from _texts(value[name], f"{place}.{name}")
        case list():
            for index, item in enumerate(value):
                yield from _texts(item, f"{place}.{index}")
        case _:
            return


def as_frozen(action: Action, operation: Operation) -> Action:
    """The contract as far as it holds for this operation's request, which an earlier one may have frozen.

    A key promise that does not fit counts as unverified, and a lookup that does not fit as none. How long the provider
    may take is believed as it is stated now.
    """
    same_key = operation.request.key == borne_key(action, operation.operation_id)
    same_marks = operation.request.marks == borne_marks(action, operation.operation_id)
    key, lookup = action.key, action.lookup
    if key and not same_key:
        key = replace(key, verified=False)
    if lookup and not (same_marks and (same_key or not _reads_key(lookup))):
        lookup = None
    if (key, lookup) == (action.key, action.lookup):
        return action
    return replace(action, key=key, lookup=lookup, processing=action.max_processing, outdated=True)


def _reads_key(lookup: Lookup) -> bool:
    texts = _texts({"path": lookup.path, "query": dict(lookup.query), "match": dict(lookup.match)}, "")
    return any(_KEY in text for _, text in texts)
