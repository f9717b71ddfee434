"""Retry-After as providers send it: seconds, a date, or something that is neither."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime

import pytest

from oncestep.domain.classify import LONGEST_WAIT, classify, retry_after
from oncestep.domain.contract import OutcomeRules
from oncestep.domain.outcomes import Answer

NOW = datetime(2026, 11, 2, 8, 0, 0, tzinfo=UTC)
NOW_MS = int(NOW.timestamp() * 1000)


@pytest.fixture
def _new_zealand(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "Pacific/Auckland")
        time.tzset()
        yield
    time.tzset()


def waits(text: str) -> int | None:
    return retry_after(Answer(429, {"Retry-After": text}, b""), NOW_MS)


@pytest.mark.parametrize(("text", "expected"), [("0", 0), ("1", 1_000), ("120", 120_000), (" 5 ", 5_000)])
def test_seconds_become_milliseconds(text: str, expected: int) -> None:
    assert waits(text) == expected


@pytest.mark.parametrize(
    "text",
    ["Mon, 02 Nov 2026 08:01:30 GMT", "Mon, 02 Nov 2026 08:01:30 +0000", "Monday, 02-Nov-26 08:01:30 GMT"],
)
def test_a_date_becomes_the_time_until_it(text: str) -> None:
    assert waits(text) == 90_000


@pytest.mark.usefixtures("_new_zealand")
@pytest.mark.parametrize("text", ["Mon, 02 Nov 2026 08:01:30 -0000", "Mon, 02 Nov 2026 08:01:30"])
def test_a_date_without_a_zone_is_universal_time(text: str) -> None:
    assert waits(text) == 90_000


@pytest.mark.parametrize(
    "text", ["86401", "9999999999", "Tue, 03 Nov 2026 08:00:01 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"]
)
def test_nothing_waits_longer_than_a_day(text: str) -> None:
    assert waits(text) == LONGEST_WAIT == 86_400_000


def test_a_date_that_is_over_means_at_once() -> None:
    assert waits(format_datetime(NOW.replace(year=2020), usegmt=True)) == 0


@pytest.mark.parametrize(
    "text", ["", "soon", "1.5", "-1", "+1", "1e3", "1, 2", "2026-11-02T08:01:30Z", "Mon, 99 Nov 2026", "9" * 5_000]
)
def test_what_is_neither_counts_as_none(text: str) -> None:
    assert waits(text) is None


def test_an_answer_without_the_header_has_none() -> None:
    assert retry_after(Answer(429, {"Content-Type": "text/plain"}, b""), NOW_MS) is None


@pytest.mark.parametrize("name", ["Retry-After", "retry-after", "RETRY-AFTER"])
def test_the_header_counts_in_any_case(name: str) -> None:
    assert retry_after(Answer(429, {name: "3"}, b""), NOW_MS) == 3_000


@pytest.mark.parametrize("status", [401, 408, 429, 500, 503])
def test_it_counts_for_everything_that_may_be_tried_again(status: int) -> None:
    outcome = classify(OutcomeRules(), Answer(status, {"Retry-After": "3"}, b""), now=NOW_MS)
    assert getattr(outcome, "retry_after", None) == 3_000


@pytest.mark.parametrize(
    "date",
    [
        "Mon, 99999999999999999999 Jan 2024 00:00:00 GMT",
        "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
        "Mon, 01 Jan 2024 00:00:00 +99999999999999",
        "Mon, 01 Jan 2024 99999999999:00:00 GMT",
        "Mon, 01 Jan 0001 00:00:00 +2359",
    ],
)
def test_a_date_that_no_calendar_has_is_none(date: str) -> None:
    assert retry_after(Answer(429, {"Retry-After": date}, b""), NOW_MS) in {None, 0}
