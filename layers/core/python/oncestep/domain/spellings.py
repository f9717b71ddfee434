"""How one text can be written: plain, or escaped for a URL, for JSON or for HTML, however often."""

import html
import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote

_UNICODE_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
"""Several in a row are resolved together: two may make one character."""
_BACKSLASH = "\0"
"""Stands for an escaped backslash while the other escapes are resolved."""
_ROUNDS = 3
"""An escape may be escaped again, as in a URL within a URL."""
_JSON_SHORT = {'"': '\\"', "/": "\\/", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def unescaped(text: str) -> Iterator[str]:
    """The text with its escapes resolved, once, twice and so on, also as a form; nothing for a text without escapes."""
    yield from _resolved(text)
    if "+" in text:
        spaced = text.replace("+", " ")
        yield spaced
        yield from _resolved(spaced)


def _resolved(text: str) -> Iterator[str]:
    for _ in range(_ROUNDS):
        before = text
        for resolve in _RESOLVERS:
            text = resolve(text)
        if text == before:
            return
        yield text


def _without_json_escapes(text: str) -> str:
    """Not by a parser: it must be fast on megabytes, and what is no JSON may hold such escapes, too."""
    if "\\" not in text:
        return text
    text = text.replace("\\\\", _BACKSLASH)
    for character, escape in _JSON_SHORT.items():
        text = text.replace(escape, character)
    return _UNICODE_ESCAPES.sub(_of_utf16, text).replace(_BACKSLASH, "\\")


def _of_utf16(escapes: re.Match[str]) -> str:
    return bytes.fromhex(escapes[0].replace("\\u", "")).decode("utf-16-be", "surrogatepass")


def _without_percent_escapes(text: str) -> str:
    return unquote(text) if "%" in text else text


def _without_html_escapes(text: str) -> str:
    return html.unescape(_HUGE_REFERENCE.sub("", text) if "&#" in text else text)


_HUGE_REFERENCE = re.compile(r"&#[0-9]{1000,};?")
"""Python reads no integer of so many digits as the library would make of this."""
_RESOLVERS: tuple[Callable[[str], str], ...] = (_without_percent_escapes, _without_json_escapes, _without_html_escapes)


def pattern(text: str) -> str:
    """A regular expression that matches the text, each of its characters plain or escaped."""
    return "".join(map(_any_spelling, text))


def _any_spelling(character: str) -> str:
    number = ord(character)
    utf8 = "".join(f"%(?:25){{0,2}}(?i:{byte:02x})" for byte in character.encode("utf-8", "surrogatepass"))
    utf16 = "".join(rf"\\u(?i:{unit:04x})" for unit in _utf16(character))
    spellings = [re.escape(character), utf8, utf16, f"&#0*{number};", f"&#[xX]0*(?i:{number:x});"]
    if character == "\\":
        spellings.append(r"\\\\")
    if character in _JSON_SHORT:
        spellings.append(re.escape(_JSON_SHORT[character]))
    if character in _HTML_NAMES:
        spellings.append(f"&{_HTML_NAMES[character]};")
    if character == " ":
        spellings.append(r"\+")
    return f"(?:{'|'.join(spellings)})"


def _utf16(character: str) -> Iterator[int]:
    """The units in which JSON escapes a character: two for one beyond the basic plane."""
    units = character.encode("utf-16-be", "surrogatepass")
    return (int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2))


_HTML_NAMES = {"&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos"}
