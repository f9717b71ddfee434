"""Query parameters: numbers, names of a closed set, names of clients. What is no such thing is refused with what is."""

import re
from collections.abc import Collection

from oncestep.runtime.http import Request
from oncestep.runtime.refusals import wrong_field

_WHOLE = re.compile(r"[0-9]{1,15}")
_CLIENT = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_REPEATED = 20


def whole_number(request: Request, name: str, default: int) -> int:
    """A query parameter that is a whole number.

    Raises:
        InvalidRequest: it is none.

    """
    text = request.query.get(name)
    if text is None:
        return default
    if not _WHOLE.fullmatch(text):
        raise wrong_field(name, f"must be a whole number, not {text[:_REPEATED]!r}")
    return int(text)


def one_of(request: Request, name: str, values: Collection[str]) -> str | None:
    """A query parameter that is one of these, or None when it was not given.

    Raises:
        InvalidRequest: it is none of them.

    """
    text = request.query.get(name)
    if text is not None and text not in values:
        raise wrong_field(name, f"must be one of {', '.join(values)}, not {text[:_REPEATED]!r}")
    return text


def client_name(request: Request) -> str | None:
    """The client whose operations are asked for, or None when it was not given.

    Raises:
        InvalidRequest: no client has such a name.

    """
    text = request.query.get("client")
    if text is not None and not _CLIENT.fullmatch(text):
        raise wrong_field("client", "must be the name of a client: letters, digits, `_`, `.` and `-`, 64 at most")
    return text
