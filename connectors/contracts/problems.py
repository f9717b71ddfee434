"""What is wrong with a contract, and where. A place is a dotted path: `actions.create_refund.request.path`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something wrong at a place within one contract."""

    place: str
    message: str


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A finding with the file that it is in."""

    file: str
    place: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.place, self.message) if part)


def below(place: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, with places that start at `place`."""
    for finding in findings:
        yield Finding(joined(place, finding.place), finding.message)


def joined(*steps: object) -> str:
    """One dotted path; empty steps are left out."""
    return ".".join(str(step) for step in steps if step != "")
