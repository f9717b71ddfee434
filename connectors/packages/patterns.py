"""Regular expressions that every platform's own validator can read."""

import re

_GROUP = re.compile(r"(?<!\\)(?:\\\\)*\(\?")


def is_portable(pattern: str) -> bool:
    """Whether it has no group with `(?`: lookaheads, flags and names are missing in some engines or differ."""
    return _GROUP.search(pattern) is None
