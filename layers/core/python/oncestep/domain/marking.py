"""Puts an operation's ID into its request where a connection's rules say so, so that a lookup finds it again.

What the input brings itself at that place is refused: the mark would not be the operation's own.
"""

import json
from collections.abc import Iterable
from decimal import Decimal
from urllib.parse import parse_qsl, quote, urlsplit

from oncestep.domain.contract import KeyPlace, Mark
from oncestep.domain.errors import FieldError, InvalidRequest, shortened
from oncestep.domain.identity import Json
from oncestep.domain.json_text import read

Headers = tuple[tuple[str, str], ...]


def marked_headers(mark: Mark | None, headers: Headers, operation_id: str) -> Headers:
    """The headers with the mark, if it is one."""
    if mark is None or mark.place is not KeyPlace.HEADER:
        return headers
    require_no_header(dict(headers), mark.name, "the operation's ID")
    return (*headers, (mark.name, operation_id))


def require_no_header(given: Iterable[str], name: str, content: str) -> None:
    """Refuse a header that the request gets by itself.

    Raises:
        InvalidRequest: naming the header.

    """
    for header in given:
        if header.lower() == name.lower():
            raise _refused(f"input.headers.{shortened(header)}", f"{content} goes here by itself; leave it out")


def marked_url(mark: Mark | None, url: str, operation_id: str) -> str:
    """The address with the mark, if it is a query field."""
    if mark is None or mark.place is not KeyPlace.QUERY:
        return url
    query = urlsplit(url).query
    if mark.name in {name for name, _ in parse_qsl(query, keep_blank_values=True)}:
        raise _refused(
            "input.path", f"the operation's ID goes into the query field {mark.name} by itself; leave it out"
        )
    return f"{url}{'&' if '?' in url else '?'}{quote(mark.name, safe='')}={operation_id}"


def marked_body(mark: Mark | None, body: bytes, operation_id: str) -> bytes:
    """The body with the mark, if it is a path in it; the body is then written anew as JSON."""
    if mark is None or mark.place is not KeyPlace.BODY:
        return body
    document = _object(body, mark)
    *holders, name = mark.name.split(".")
    place = document
    for step in holders:
        inner = place.setdefault(step, {})
        if not isinstance(inner, dict):
            raise _refused("input.body", f"has no object at {step}, into which the operation's ID goes ({mark.name})")
        place = inner
    if name in place:
        raise _refused("input.body", f"the operation's ID goes to {mark.name} by itself; leave it out")
    place[name] = operation_id
    try:
        return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    except UnicodeEncodeError as error:  # JSON can escape half a character, which no encoding can hold
        raise _refused("input.body", "holds half a character, such as half an emoji") from error


def _object(body: bytes, mark: Mark) -> dict[str, Json]:
    try:
        document = read(body)
        _require_same_numbers(body)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise _refused("input.body", f"must be a JSON object: the operation's ID goes into it, to {mark.name}")
    return document


def _require_same_numbers(body: bytes) -> None:
    """Refuse a decimal of more digits than it would be written with: it would be another number.

    Raises:
        InvalidRequest: naming it.

    """

    def checked(text: str) -> float:
        if Decimal(text) != Decimal(repr(float(text))):
            raise _refused(
                "input.body", f"has the number {shortened(text)}, which is too exact to be kept; send it as text"
            )
        return float(text)

    json.loads(body, parse_float=checked)


def _refused(field: str, problem: str) -> InvalidRequest:
    return InvalidRequest(f"{field}: {problem}", (FieldError(field, problem),))
