"""How long to wait before the next attempt: exponential with full jitter. All in milliseconds."""

BASE = 1_000
CAP = 300_000


def backoff(failures: int, jitter: float, *, retry_after: int | None = None, at_least: int = 0) -> int:
    """The wait after so many failures in a row (1 or more).

    Full jitter: uniform between 0 and BASE doubled each time, never above CAP; `jitter` is in [0, 1).
    A provider's Retry-After wins when it is longer, and so does `at_least`.
    """
    ceiling = min(CAP, BASE * 2 ** min(failures - 1, 20))
    return max(int(jitter * ceiling), retry_after or 0, at_least)
