"""Durations as people write them: `500ms`, `90s`, `15m`, `24h`, `30d`."""

import re

MILLISECONDS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
DURATION = re.compile(r"(\d+)(ms|s|m|h|d)")


def milliseconds(text: str) -> int:
    """The duration in milliseconds; the schema of contracts has checked its form."""
    found = DURATION.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no duration")
    return int(found[1]) * MILLISECONDS[found[2]]
