"""Masks what is a secret by its looks: card numbers, authorization headers, private keys, tokens of known shapes.

It knows no operation and no contract. It is for text about an operation; what callers need for their next step, such as
a result or an ID, does not pass through here.
"""

import base64
import binascii
import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from oncestep.domain import api_keys
from oncestep.domain.masks import MASK

Replacement = str | Callable[[re.Match[str]], str]

_SHORTEST_CARD, _LONGEST_CARD = 13, 19


class _Rule(NamedTuple):
    """One kind of secret. Without one of the hints (lower case) a text holds none, and nothing needs compiling."""

    hints: tuple[str, ...]
    expression: str
    replacement: Replacement = MASK


def masked(text: str) -> str:
    """The text with everything masked that is a secret by its looks."""
    lower = text.lower()
    for rule in _RULES:
        if any(hint in lower for hint in rule.hints):
            text = _compiled(rule.expression).sub(rule.replacement, text)
    return _compiled(_CARD).sub(_without_card, text) if _many_digits(text) else text


@cache
def _compiled(expression: str) -> re.Pattern[str]:
    """Compiling them all takes tens of milliseconds, and a cold start needs none of them."""
    return re.compile(expression, re.DOTALL)


def _many_digits(text: str) -> bool:
    return sum(map(text.count, "0123456789")) >= _SHORTEST_CARD


def _without_card(found: re.Match[str]) -> str:
    return MASK if is_card_number(found[1]) else found[0]


def is_card_number(text: str) -> bool:
    """Whether the digits are as many as a card's and pass Luhn's check (ISO/IEC 7812-1)."""
    digits = [int(character) for character in text if character.isdecimal()]
    if not _SHORTEST_CARD <= len(digits) <= _LONGEST_CARD:
        return False
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]  # noqa: PLR2004 - its double has two digits
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _without_password(found: re.Match[str]) -> str:
    """`Basic` is also a word of English: only a name, a colon and a password in base64 are masked."""
    try:
        decoded = base64.b64decode(found[2], validate=True)
    except binascii.Error:
        return found[0]
    return f"{found[1]}{MASK}" if b":" in decoded else found[0]


# The brands' first digits, in one piece or in the groups of the card; then, if they stand beside it, date and code.
_CARD = (
    r"(?<![\w.])(?=[2-6])("
    r"\d{4}([ -])\d{4}\2\d{4}\2\d{4}|3\d{3}([ -])\d{6}\3\d{4,5}|\d{13,19}"
    r")(?!\w)(?:[\s,;/|:]{1,3}\d{1,2}[/-]\d{2,4})?(?:[\s,;/|:]{1,3}\d{3,4}(?!\w))?"
)
_NAMES = (
    "password|passwd|pwd|passphrase|secret|client[_-]?secret|(?:x[_-])?api[_-]?key|private[_-]?key|access[_-]?token|"
    "refresh[_-]?token|id[_-]?token|auth[_-]?token|token|signature|sig|cvc|cvv"
)
_SHAPES = (
    api_keys.SHAPE,
    r"(?:sk|rk)_(?:live|test)_\w{8,}|whsec_[A-Za-z0-9+/=_-]{16,}|sk-[\w-]{20,}",
    r"gh[oprsu]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|npm_[A-Za-z0-9]{30,}",
    r"xox[abeoprs]-[\w-]{10,}|xapp-[\w-]{10,}|shp(?:at|ca|pa|ss|tka)_[0-9A-Fa-f]{32}",
    r"(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{35}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}",
    r"SK[0-9a-f]{32}|key-[0-9a-f]{32}|dop_v1_[0-9a-f]{64}|pat-[a-z]{2}\d-[0-9a-f-]{36}|pat\w{14}\.[0-9a-f]{64}",
    r"secret_[A-Za-z0-9]{40,}|ntn_[A-Za-z0-9]{40,}|EAAA[\w-]{50,}",
    r"(?<![\w-])eyJ[\w-]{8,4096}\.eyJ[\w-]{8,}(?:\.[\w-]*)?",  # JSON Web Tokens
)
_SHAPES_BEGIN = (
    *("key_", "sk_", "rk_", "whsec_", "sk-", "gho_", "ghp_", "ghr_", "ghs_", "ghu_", "github_pat_", "glpat-", "npm_"),
    *("xox", "xapp-", "shp", "akia", "asia", "aiza", "ya29.", "sg.", "sk", "key-", "dop_", "pat", "secret_", "ntn_"),
    *("eaaa", "eyj"),
)
_RULES = (
    _Rule(
        ("private key",),
        r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
        r".*?(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    ),
    _Rule(
        ("authorization",),
        r"(?i)(\b(?:proxy-)?authorization\b[\"']?\s{0,3}[:=]\s{0,3}[\"']?)[^\"'\r\n]+",
        rf"\1{MASK}",
    ),
    _Rule(
        ("hooks.slack.com/", "/api/webhooks/"),
        r"(https://(?:hooks\.slack\.com/services|discord(?:app)?\.com/api/webhooks)/)[^\s\"'<>]+",
        rf"\1{MASK}",
    ),
    _Rule(_SHAPES_BEGIN, rf"\b(?:{'|'.join(_SHAPES)})(?![\w-])"),
    _Rule(
        ("bearer ", "token "),
        r"(?i)\b((?:bearer|token)\s{1,3})((?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{8,}|[\w.~+/=-]{24,})",
        rf"\1{MASK}",
    ),
    _Rule(("basic ",), r"(?i)\b(basic\s{1,3})([A-Za-z0-9+/]{4,}={0,2})", _without_password),
    # As in a query or a form, or as JSON writes it.
    _Rule(
        ("=", '":', "':", '" :'),
        rf"(?i)(\b(?:{_NAMES})(?:=|[\"']\s{{0,3}}:\s{{0,3}}[\"']))[^\s\"'&,;}}\\]+",
        rf"\1{MASK}",
    ),
    _Rule(
        ("cvc", "cvv", "cvn", "code", "security", "verification"),
        r"(?i)\b(cvc2?|cvv2?|cvn|(?:card[ _-]?)?(?:security|verification)[ _-]?(?:code|value)|card[ _-]?code)"
        r"(\W{1,6}(?:is\W{1,3})?)\d{3,4}\b",
        rf"\1\2{MASK}",
    ),
)
