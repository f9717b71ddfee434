"""What is to be done next, as one table over everything that decides it."""

from dataclasses import replace

import pytest

from oncestep.domain.operation import MAX_RECORD, AttemptResult, LookupMade, Operation
from oncestep.domain.resolve import LookUp, Send, Step, Stop, Wait, next_step
from oncestep.domain.states import Attention, State
from tests.support.actions import DAY
from tests.support.fakes import START
from tests.unit.domain.resolve.kinds import KINDS
from tests.unit.domain.rows import attempt, fresh
from tests.unit.domain.tables import rows_of

ROUND = 2
ENDED = START + 27_000
"""When every attempt of these tests is over."""
COUNTS = ENDED + 6_000
"""When an absent counts: max_processing and consistent_after later."""
MOMENTS = {"soon": ENDED, "later": COUNTS, "closed": START + DAY - 60_000, "spent": START + DAY}

# looked: how often in this round; `old` were made in the last round, `earlier` before the last attempt.
TABLE = rows_of("""
    bare       accepted 0  soon    -          send
    bare       accepted 3  soon    -          send
    bare       accepted 4  soon    -          retries_exhausted
    bare       accepted 0  spent   -          send
    bare       accepted 1  spent   -          retries_exhausted
    unverified accepted 3  soon    -          send
    keyed      accepted 3  closed  -          send
    listed     accepted 3  later   absent     send
    listed     accepted 4  later   absent     retries_exhausted

    bare       unknown  1  soon    -          no_lookup
    bare       unknown  4  spent   -          no_lookup
    unverified unknown  1  soon    -          contract_unverified

    keyed      unknown  1  soon    -          send
    keyed      unknown  3  soon    -          send
    keyed      unknown  4  soon    -          retries_exhausted
    keyed      unknown  1  closed  -          provider_window_closed
    keyed      unknown  4  closed  -          provider_window_closed
    keyed      unknown  1  spent   -          provider_window_closed
    forever    unknown  1  closed  -          send
    forever    unknown  1  spent   -          retries_exhausted

    listed     unknown  1  soon    -          look
    listed     unknown  4  spent   -          look
    listed     unknown  1  soon    absent     wait
    listed     unknown  1  later   absent     look
    listed     unknown  1  soon    failed     look
    listed     unknown  1  soon    ambiguous  look
    listed     unknown  1  later   failed*7   look
    listed     unknown  1  later   failed*8   retries_exhausted
    listed     unknown  1  soon    absent*8   retries_exhausted
    listed     unknown  1  later   old*8      look
    listed     unknown  1  soon    earlier*8  look

    unbounded  unknown  1  soon    -          look
    unbounded  unknown  1  later   absent     lookup_absent
    unbounded  unknown  1  soon    absent*8   lookup_absent
    unbounded  unknown  1  soon    failed     look
    unbounded  unknown  1  soon    failed*8   retries_exhausted
    unbounded  unknown  1  soon    old        look

    both       unknown  1  soon    -          look
    both       unknown  1  soon    absent     send
    both       unknown  1  soon    failed     send
    both       unknown  3  later   failed*8   send
    both       unknown  2  soon    earlier    look
    both       unknown  4  soon    -          look
    both       unknown  4  soon    absent     retries_exhausted
    both       unknown  1  closed  -          look
    both       unknown  1  closed  absent     look
    both       unknown  4  closed  failed     look
    both       unknown  1  closed  failed*8   retries_exhausted
""")


def row(state: str, used: int, looked: str) -> Operation:
    result = AttemptResult.NOT_APPLIED if state == "accepted" else AttemptResult.OPEN
    attempts = tuple(attempt(number, result, round_=ROUND) for number in range(1, used + 1))
    return replace(fresh(), state=State(state), round=ROUND, attempts=attempts, lookups=lookups(looked, used))


def lookups(looked: str, attempts: int) -> tuple[LookupMade, ...]:
    result, _, times = looked.partition("*")
    if result == "-":
        return ()
    through = attempts - 1 if result == "earlier" else attempts
    round_ = ROUND - 1 if result == "old" else ROUND
    return (LookupMade(ENDED, through, result, round_),) * int(times or 1)


def name_of(step: Step) -> str:
    match step:
        case Send():
            return "send"
        case LookUp():
            return "look"
        case Wait():
            return "wait"
        case Stop():
            return step.attention


@pytest.mark.parametrize("columns", TABLE, ids=" ".join)
def test_the_next_step_is_the_table_s(columns: tuple[str, ...]) -> None:
    kind, state, used, moment, looked, step = columns
    assert name_of(next_step(row(state, int(used), looked), KINDS[kind], MOMENTS[moment])) == step


def test_an_early_absent_waits_until_it_counts() -> None:
    assert next_step(row("unknown", 1, "absent"), KINDS["listed"], COUNTS - 1) == Wait(COUNTS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("state", ["accepted", "unknown"])
def test_nothing_is_tried_before_its_time(kind: str, state: str) -> None:
    waiting = replace(row(state, 1, "-"), next_at=COUNTS)
    assert next_step(waiting, KINDS[kind], COUNTS - 1) == Wait(COUNTS)
    assert next_step(waiting, KINDS[kind], COUNTS) != Wait(COUNTS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("state", ["accepted", "unknown"])
@pytest.mark.parametrize("next_at", [START, START + 10 * DAY])
def test_a_row_that_makes_no_progress_is_stuck(kind: str, state: str, next_at: int) -> None:
    going = replace(row(state, 1, "-"), next_at=next_at)
    assert name_of(next_step(replace(going, sweeps=9), KINDS[kind], ENDED)) != Attention.STUCK
    stuck = next_step(replace(going, sweeps=10), KINDS[kind], ENDED)
    assert stuck == Stop(Attention.STUCK, "enqueued 10 times without progress")


def test_attempts_of_earlier_rounds_use_no_budget() -> None:
    used_up = row("accepted", 4, "-")
    assert name_of(next_step(used_up, KINDS["bare"], ENDED)) == Attention.RETRIES_EXHAUSTED
    assert next_step(replace(used_up, round=ROUND + 1), KINDS["bare"], ENDED) == Send()


def test_the_time_budget_counts_from_the_round_s_beginning() -> None:
    spent = row("accepted", 1, "-")
    assert next_step(spent, KINDS["bare"], START + DAY - 1) == Send()
    assert name_of(next_step(spent, KINDS["bare"], START + DAY)) == Attention.RETRIES_EXHAUSTED
    assert next_step(replace(spent, round_started_at=START + 1), KINDS["bare"], START + DAY) == Send()


def test_an_exhausted_budget_names_the_last_failure() -> None:
    attempts = tuple(replace(one, summary=f"http_50{one.number}") for one in row("accepted", 4, "-").attempts)
    step = next_step(replace(row("accepted", 4, "-"), attempts=attempts), KINDS["bare"], ENDED)
    assert step == Stop(Attention.RETRIES_EXHAUSTED, "4 attempts in this round; the last: http_504")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("state", ["accepted", "unknown"])
def test_what_a_row_could_not_record_is_not_tried(kind: str, state: str) -> None:
    tried = row(state, 1, "-")
    told = replace(tried.attempts[0], summary="a" * (MAX_RECORD - 1_000))
    almost = next_step(replace(tried, attempts=(told,)), KINDS[kind], ENDED)
    assert almost == next_step(tried, KINDS[kind], ENDED)
    full = next_step(replace(tried, attempts=(told, *tried.attempts * 10)), KINDS[kind], ENDED)
    assert full == Stop(Attention.RETRIES_EXHAUSTED, "the row has no room to record more tries; 11 attempts in all")
