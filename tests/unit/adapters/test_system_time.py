"""The real clock and the real dice."""

import time

from oncestep.adapters.system_time import SystemChance, SystemClock


def test_now_is_in_epoch_milliseconds() -> None:
    before = int(time.time() * 1000)
    now = SystemClock().now()
    assert before <= now <= time.time() * 1000


def test_sleeping_moves_the_monotonic_clock_by_so_many_milliseconds() -> None:
    clock = SystemClock()
    before = clock.monotonic()
    clock.sleep(20)
    assert clock.monotonic() - before >= 20


def test_no_two_tokens_are_alike_and_none_can_be_guessed() -> None:
    tokens = {SystemChance().token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {32}


def test_jitter_is_spread_between_nought_and_one() -> None:
    drawn = [SystemChance().jitter() for _ in range(1_000)]
    assert all(0 <= fraction < 1 for fraction in drawn)
    assert min(drawn) < 0.1
    assert max(drawn) > 0.9
