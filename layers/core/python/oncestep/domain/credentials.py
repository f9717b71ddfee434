"""Masks a connection's credentials in whatever is kept of what a provider says."""

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from oncestep.domain.documents import MISSING, parse
from oncestep.domain.masks import MASK
from oncestep.domain.outcomes import Document
from oncestep.domain.spellings import pattern, unescaped

SHORTEST = 6
"""A shorter credential cannot be told from ordinary text; whoever masked it would destroy every answer."""
_PART = 8
"""From this length on a part of a credential, such as the token behind `Bearer`, is searched for by itself."""
_SCHEME = re.compile(r"(?i)(bearer|basic|digest|negotiate|ssws|[\w-]*(token|key|oauth|auth|sha256))\s+(?=\S)")
_PAIRS = re.compile(r"[\w-]+=[^\s;]+(;|\Z)")
"""As in a cookie."""
_SEPARATORS = re.compile(r"[\s,;\"]+|(?<=[A-Za-z])=(?=[^=])")
_LONG = 16_384
"""In a longer text escapes are not resolved to look at it: some have hundreds of thousands."""
_BEGINNING = 24
_CUT_OFF = r"[\w.~+/=%-]{0,300}?(?=\.{2}|…|\*{2})"
"""Where a provider shows the beginning of a long secret only: the rest, up to the dots."""
_NO_SECRETS = frozenset(
    {
        "accept",
        "accept-charset",
        "accept-encoding",
        "accept-language",
        "content-type",
        "origin",
        "referer",
        "user-agent",
    }
)
_NAMES_AN_ACCOUNT = re.compile(
    r"(?i)(?!.*(secret|token|key|pass|auth|sign|cookie|session))"
    r".*\b(tenant|account|organi[sz]ation|org|workspace|project|version|region|store|shop|site)([_-]?(id|name))?"
)
"""Headers of a connection that hold no secret but say whose data is meant, and how; their values stand in answers."""


def secret_texts(credentials: Mapping[str, str]) -> frozenset[str]:
    """What of these credentials must not be kept: each whole, and the parts of it that are secrets by themselves."""
    values = [value for name, value in credentials.items() if not _is_public(name)]
    return frozenset(text for value in values for text in _texts_of(value.strip()) if len(text) >= SHORTEST)


def _is_public(name: str) -> bool:
    return name.lower() in _NO_SECRETS or _NAMES_AN_ACCOUNT.fullmatch(name) is not None


def _texts_of(value: str) -> Iterator[str]:
    yield value
    scheme = _SCHEME.match(value)
    rest = value[scheme.end() :].strip() if scheme else value
    if scheme or rest.startswith("whsec_") or _PAIRS.match(rest):
        parts = [part for part in _SEPARATORS.split(rest) if len(part) >= _PART]
        yield from (rest, *parts, *(text for part in parts for text in _password(part)))


def _password(basic: str) -> Iterator[str]:
    """User name and password of HTTP's basic scheme: many APIs take their key as the user name."""
    try:
        user, colon, password = base64.b64decode(basic, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return
    if colon:
        yield password
    if colon and len(user) >= _PART:
        yield user


def _bytes(secret: str) -> bytes:
    return secret.encode("utf-8", "surrogatepass")


def masked_document(document: Document, secrets: frozenset[str]) -> Document:
    """A provider's body as it is kept, with every one of these secrets masked."""
    text = _text_of(document.content)
    shown, media_type = masked(text, secrets), masked(document.media_type, secrets)
    shown = _without_cut_end(shown, secrets) if document.truncated else shown
    if (shown, media_type) == (text, document.media_type):
        return document
    return Document.of(shown.encode("utf-8", "surrogateescape"), media_type, truncated=document.truncated)


def _text_of(content: bytes) -> str:
    """The body as text. JSON may come in UTF-16 or UTF-32, where no byte of it looks like a credential's."""
    encoding = json.detect_encoding(content)
    if not encoding.startswith("utf-8") and parse(content) is not MISSING:
        return content.decode(encoding)
    return content.decode("utf-8", "surrogateescape")


def masked(text: str, secrets: frozenset[str]) -> str:
    """The text with every one of these secrets masked: plain, escaped, in base64 or in hexadecimal digits."""
    found = [secret for secret in secrets if text and _holds(text, secret)]
    for secret in sorted(found, key=len, reverse=True):
        text = _searcher(secret).sub(_mask, text)
    return text


def _holds(text: str, secret: str) -> bool:
    """A quick look before the search, since hardly any answer holds a credential."""
    if len(text) > _LONG:
        return _finder(secret).search(text) is not None
    needles = _needles(secret)
    return (
        any(needle in variant for variant in (text, *unescaped(text)) for needle in needles)
        or _bytes(secret).hex() in text.lower()
    )


@lru_cache(maxsize=64)
def _finder(secret: str) -> re.Pattern[str]:
    """What finds the beginning of the secret in any form, in one pass over megabytes."""
    coded = [_base64_pattern(text[:_BEGINNING]) for text in _in_base64(secret)]
    digits = _bytes(secret).hex()[: 2 * _BEGINNING]
    return re.compile("|".join([pattern(_head(secret)[:_BEGINNING]), *coded, f"(?i:{digits})"]))


def _needles(secret: str) -> tuple[str, ...]:
    return (_head(secret), *_in_base64(secret))


def _head(secret: str) -> str:
    """What is enough to recognise a long secret that was cut off: its first half."""
    return secret[: len(secret) // 2] if len(secret) >= 4 * SHORTEST else secret


@lru_cache(maxsize=64)
def _searcher(secret: str) -> re.Pattern[str]:
    head, tail = _head(secret), secret[len(_head(secret)) :]
    plain = pattern(head) + (f"(?:{pattern(tail)}|{_CUT_OFF})" if tail else "")
    if secret.isdecimal():
        plain = rf"(?<!\d){plain}(?!\d)"  # within a longer number it is a coincidence
    coded = [_base64_pattern(text) for text in sorted(_in_base64(secret), key=len, reverse=True)]
    return re.compile("|".join([plain, *coded, f"(?i:{_bytes(secret).hex()})"]))


def _base64_pattern(text: str) -> str:
    """Of base64's characters only two are ever escaped; what follows in the same group holds the secret's last bits."""
    spelled = "".join(pattern(character) if character in "+/" else character for character in text)
    return spelled + r"(?:[\w+/=-]|%(?i:2b|2f|3d)){0,4}"


def _mask(found: re.Match[str]) -> str:
    """A number stays a number: an answer in JSON must not become unreadable."""
    return "9" * len(found[0]) if found[0].isdecimal() else MASK


@lru_cache(maxsize=64)
def _in_base64(secret: str) -> frozenset[str]:
    """What base64 makes of the secret wherever it begins in a longer text: whole groups, in both alphabets."""
    content = _bytes(secret)
    return frozenset(
        alphabet(b"\0" * before + content)[-(-8 * before // 6) : 8 * (before + len(content)) // 6].decode()
        for before in range(3)
        for alphabet in (base64.b64encode, base64.urlsafe_b64encode)
    )


def _without_cut_end(text: str, secrets: Iterable[str]) -> str:
    """Where the end of an answer was cut off, a credential may have been cut with it."""
    for secret in secrets:
        cut = next((size for size in range(len(secret) - 1, 3, -1) if text.endswith(secret[:size])), 0)
        if cut:
            return text[:-cut] + MASK
    return text
