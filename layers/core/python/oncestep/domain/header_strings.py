"""The text in a header: bare, or quoted as a string of RFC 8941. What could be read in two ways is refused."""

import re

_STRING = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_PARAMETER = re.compile(r" *; *[a-z*][a-z0-9_.*-]*(?:=[^;]*)?(?:;.*)?")
"""As RFC 8941 has it after a value; the rest behind a second `;` need not be looked at."""
_SPACE, _TILDE = " ", "~"


class NotOneString(ValueError):
    """The header holds more or less than one text; `str()` goes on from "the header"."""


def text_of(header: str) -> str:
    """The one text that the header holds.

    Raises:
        NotOneString: it says what is wrong and what to do.

    """
    _require_printable_ascii(header)
    if not header.startswith('"'):
        return _bare(header)
    if string := _STRING.fullmatch(header):
        return _unescaped(string)
    raise NotOneString(_trouble(header))


def _unescaped(string: re.Match[str]) -> str:
    return re.sub(r"\\(.)", r"\1", string[1])


def _require_printable_ascii(header: str) -> None:
    if not header.isascii():
        raise NotOneString(
            "holds characters other than ASCII, which headers cannot carry safely; "
            "send such a key in the body's idempotency_key"
        )
    for character in header:
        if not _SPACE <= character <= _TILDE:
            raise NotOneString(f"holds a control character, U+{ord(character):04X}; remove it")


def _bare(header: str) -> str:
    if "," in header:
        raise NotOneString(
            "holds a comma, as when a proxy joined two headers; send one key, or quote a key that really has a comma"
        )
    if header.count('"') % 2:
        raise NotOneString(r'holds a quote that is not closed; quote the whole key, and write " in it as \"')
    text, semicolon, rest = header.partition(";")
    if any(_PARAMETER.fullmatch(f";{part}") for part in rest.split(";")) and semicolon and text:
        raise NotOneString('looks as if it had a parameter behind `;`; quote the key, such as "abc;x=1"')
    return header


def _trouble(header: str) -> str:
    """Why a header that begins with a quote is not one string."""
    if begun := _STRING.match(header):
        rest = header[begun.end() :]
        if _PARAMETER.fullmatch(rest):
            return 'has a parameter behind the quoted key; send the key alone, or quote it whole, such as "abc;x=1"'
        return "holds more than one quoted string, or goes on behind it; send one key, in one pair of quotes"
    if re.match(r'"(?:[^"\\]|\\["\\])*\\(?!["\\])', header):
        return r'holds a backslash that escapes nothing; in a quoted key write \ as \\ and " as \"'
    return r'holds a quote that is not closed; quote the whole key, and write " in it as \"'
