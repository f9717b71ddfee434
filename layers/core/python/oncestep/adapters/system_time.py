"""Time and chance from the operating system."""

import secrets
import time


class SystemClock:
    """`Clock`."""

    def now(self) -> int:
        """Epoch milliseconds."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> int:
        """Milliseconds that never go back."""
        return time.monotonic_ns() // 1_000_000

    def sleep(self, milliseconds: int) -> None:
        """Wait."""
        time.sleep(milliseconds / 1000)


class SystemChance:
    """`Chance`."""

    def token(self) -> str:
        """128 random bits as hex."""
        return secrets.token_hex(16)

    def jitter(self) -> float:
        """Uniform in [0, 1)."""
        return secrets.randbelow(1 << 30) / (1 << 30)
