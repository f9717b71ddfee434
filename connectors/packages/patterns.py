"""Regular expressions that every platform's own validator can read."""

import re

_GROUP = re.compile(r"(?<!\\)(?:\\\\)*\(\?")


def is_portable(pattern: str) -> bool:
    """Whether it uses no groups with `(?`: lookaheads, inline flags and names differ between engines, or are missing."""
    return _GROUP.search(pattern) is None
