"""Paths that stay below their base, however a server between may read them.

Servers and proxies decode, normalise and cut paths in different ways. What any of them could take for a step upwards
would carry the connection's credential to a place that its owner did not allow.
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes, urlsplit

MOST_DECODINGS = 4
_PORTS = {"http": 80, "https": 443}
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_STILL_ENCODED = re.compile(rb"%[0-9A-Fa-f]{2}")
_DOTS = frozenset({b".", b".."})
_UNREADABLE = frozenset({*range(0x20), 0x7F, 0xC0, 0xC1})
"""Control characters, and what no UTF-8 text has: careless decoders read `%c0%ae` as a dot."""


def path_problem(path: str) -> str | None:
    """What is wrong with a path; None where it stays below its base. A query after it is not looked at."""
    path = path.partition("?")[0]
    if not path.startswith("/"):
        return "must begin with /"
    if _STRAY_PERCENT.search(path):
        return "has a % without two hexadecimal digits after it; write a percent sign as %25"
    return next(_problems(path, _decoded(path.encode())), None)


def _decoded(path: bytes) -> bytes:
    """The path with its percent-encoding undone, also where it was encoded several times."""
    for _ in range(MOST_DECODINGS):
        path = unquote_to_bytes(path)
    return path


def _problems(path: str, decoded: bytes) -> Iterator[str]:
    segments = decoded.split(b"/")
    if decoded.count(b"/") != path.count("/"):
        yield "has an encoded slash (%2f): servers may take it for a step into another path"
    if any(segment.strip(b" ") in _DOTS for segment in segments):
        yield "has a dot segment (. or .., also as %2e): it leads out of the connection's address"
    if b"" in segments[1:-1]:
        yield "has two slashes in a row: write one, and leave no field of the path empty"
    if b"\\" in decoded or b";" in decoded:
        yield "has a backslash or a semicolon (also as %5c, %3b): servers may cut or change the path there"
    if _STILL_ENCODED.search(decoded):
        yield "is percent-encoded many times over; encode it once"
    if _UNREADABLE & set(decoded):
        yield "has control characters or bytes that no text has; write it as UTF-8, percent-encoded"


def lies_below(url: str, base_url: str) -> bool:
    """Whether the URL is one of that base's, however the two are written."""
    (server, path), (base_server, base_path) = _parted(url), _parted(base_url)
    return server == base_server and (path == base_path or path.startswith(f"{base_path}/"))


def _parted(url: str) -> tuple[tuple[str, str | None, int | None], str]:
    parts = urlsplit(url)
    return (parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme)), parts.path.rstrip("/")
