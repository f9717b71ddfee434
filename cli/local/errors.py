"""What can go wrong with a local stack, in words that say where to look."""

from pathlib import Path

_SHOWN_LINES = 15


class LocalStackError(Exception):
    """The stack cannot do what was asked; `str()` is for the person at the terminal."""

    @classmethod
    def of_program(cls, problem: str, log: Path) -> "LocalStackError":
        """A program failed: the end of its log, and where the rest is."""
        lines = log.read_text(errors="replace").splitlines() if log.exists() else []
        return cls("\n".join([problem, *lines[-_SHOWN_LINES:], f"The whole log: {log}"]))
