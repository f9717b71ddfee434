"""What persons may see of an operation: sensitive fields, what came from them, and recognisable secrets are masked."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from oncestep.domain.contract import Action
from oncestep.domain.identity import Json
from oncestep.domain.masks import MASK
from oncestep.domain.operation import FrozenRequest
from oncestep.domain.outcomes import (
    Ambiguous,
    Confirmed,
    LookupFailed,
    LookupResult,
    NotApplied,
    Outcome,
    Rejected,
    Unknown,
)
from oncestep.domain.recognition import is_card_number, masked
from oncestep.domain.sensitive import sensitive_texts
from oncestep.domain.spellings import unescaped

MESSAGE_LENGTH = 500
_EXCERPT = 12
"""So many characters in a row that also stand in a sensitive text are taken for a part of it."""
_WHOLE_WORDS = 5
"""A shorter sensitive text is masked where it stands as a word; within words it would be a coincidence."""
_SHORTEST = 2
_ROUNDS = 4
_LONGEST_SEARCHED = 4_000
"""Excerpts are looked for in messages, which are short; in what is longer only whole texts are."""
MOST_TEXTS = 1_000
LONGEST_DOCUMENT = 256 * 1024
"""A longer document is not searched, nor one for more sensitive texts: all its values are masked."""


def redacted(value: Json, sensitive: frozenset[str]) -> Json:
    """The value with every property of a sensitive name masked, at any depth."""
    match value:
        case dict():
            return {name: MASK if name in sensitive else redacted(item, sensitive) for name, item in value.items()}
        case list():
            return [redacted(item, sensitive) for item in value]
        case _:
            return value


def redaction_of(action: Action, request: FrozenRequest) -> "Redaction":
    """What is masked about an operation of this action that was frozen as this request.

    While its body lies in a blob, the body's sensitive texts are not known: documents are then masked whole.
    """
    unread = bool(request.blob and not request.body and (action.sensitive or action.gone))
    return Redaction(action.sensitive, sensitive_texts(action, request), incomplete=unread)


@dataclass(frozen=True, slots=True)
class Redaction:
    """Masks what is about one operation. `names` are sensitive fields, `texts` are what stood in them.

    `incomplete`: there are further texts, which are not known.
    """

    names: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    incomplete: bool = False

    def text(self, text: str) -> str:
        """A message, an error, an address."""
        return masked(_without(text, self._in(text)))

    def message(self, text: str) -> str:
        """A provider's message, shortened."""
        return self.text(text)[:MESSAGE_LENGTH]

    def document(self, value: Json) -> Json:
        """A JSON document, such as an input or a result, with the same texts masked wherever they stand in it."""
        shown = redacted(value, self.names)
        text = json.dumps(shown, ensure_ascii=False)
        too_much = self.texts and (len(text) > LONGEST_DOCUMENT or len(self.texts) > MOST_TEXTS)
        return _masked_whole(shown) if self.incomplete or too_much else _masked_leaves(shown, self._in(text))

    def outcome(self, outcome: Outcome) -> Outcome:
        """What an attempt proved. The document stays whole: it becomes the result."""
        match outcome:
            case Confirmed():
                return outcome
            case Rejected(code=code, message=message):
                return replace(outcome, code=None if code is None else self.text(code), message=self.message(message))
            case NotApplied(message=message) | Unknown(message=message):
                return replace(outcome, message=self.message(message))

    def lookup(self, result: LookupResult) -> LookupResult:
        """What a lookup showed; several objects are only named to persons."""
        match result:
            case Ambiguous(remote_ids):
                return Ambiguous(tuple(map(self.text, remote_ids)))
            case LookupFailed(reason=reason):
                return replace(result, reason=self.message(reason))
            case _:
                return result

    def _in(self, text: str) -> frozenset[str]:
        """The sensitive texts that may stand in this one, whole or, in a short one, in part."""
        candidates = frozenset(part for part in self.texts if len(part) >= _SHORTEST)
        if len(text) <= _LONGEST_SEARCHED:
            return candidates
        return frozenset(part for seen in (text, *unescaped(text)) for part in _standing_in(seen, candidates))


def _standing_in(text: str, parts: frozenset[str]) -> list[str]:
    folded = text.casefold()
    return [part for part in parts if part.casefold() in folded]


def _without(text: str, parts: frozenset[str]) -> str:
    """Without the parts, whole or in excerpts. A text that hides them behind escapes is shown without its escapes."""
    text = _without_wholes(text, parts)
    for _ in range(_ROUNDS):
        plain = next((shown for seen in unescaped(text) if (shown := _without_wholes(seen, parts)) != seen), None)
        if plain is None:
            break
        text = plain
    return _without_excerpts(text, parts) if len(text) <= _LONGEST_SEARCHED else text


def _without_wholes(text: str, parts: frozenset[str]) -> str:
    for part in sorted(_standing_in(text, parts), key=len, reverse=True):
        text = _without_whole(text, part)
    return text


def _without_whole(text: str, part: str) -> str:
    whole = re.escape(part)
    if len(part) < _WHOLE_WORDS:
        whole = rf"(?<!\w){whole}(?!\w)"
    return re.sub(whole, MASK, text, flags=re.IGNORECASE)


def _without_excerpts(text: str, parts: frozenset[str]) -> str:
    """Without what is a part of a longer sensitive text.

    It takes time in proportion to the texts: a large body has many, and the attempt still holds its lease.
    """
    folded = text.casefold()
    if len(folded) != len(text):
        return text
    places = _places(folded)
    hidden = {
        place + offset
        for part in parts
        if len(part) >= _EXCERPT
        for excerpt in _excerpts(part.casefold())
        for place in places.get(excerpt, ())
        for offset in range(_EXCERPT)
    }
    return re.sub("\0+", MASK, "".join("\0" if at in hidden else character for at, character in enumerate(text)))


def _excerpts(text: str) -> Iterator[str]:
    return (text[at : at + _EXCERPT] for at in range(len(text) - _EXCERPT + 1))


def _places(text: str) -> Mapping[str, list[int]]:
    """Where each excerpt of the text begins."""
    places: dict[str, list[int]] = {}
    for at, excerpt in enumerate(_excerpts(text)):
        places.setdefault(excerpt, []).append(at)
    return places


def _masked_whole(value: Json) -> Json:
    match value:
        case dict():
            return {name: _masked_whole(item) for name, item in value.items()}
        case list():
            return [_masked_whole(item) for item in value]
        case _:
            return MASK


def _masked_leaves(value: Json, parts: frozenset[str]) -> Json:
    match value:
        case dict():
            return {name: _masked_leaves(item, parts) for name, item in value.items()}
        case list():
            return [_masked_leaves(item, parts) for item in value]
        case str():
            return masked(_without(value, parts))
        case int() | float() if not isinstance(value, bool) and (str(value) in parts or is_card_number(str(value))):
            return MASK
        case _:
            return value
