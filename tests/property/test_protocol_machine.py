"""Random interleavings of the real use cases: whatever fails, the step happens once, and nothing is lost."""

from collections.abc import Callable
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from oncestep.domain.errors import KeyReused, LedgerUnavailable
from tests.property.adversary import Adversary
from tests.property.promises import Promises
from tests.support.actions import DAY
from tests.support.receiver import DONE, ELSEWHERE
from tests.support.world import Killed

OFTEN = ("applies_and_loses", "delays", "delays", "delays", "refuses")
BEHAVIOURS = st.sampled_from([*sorted(Adversary("bare").behaviours), *OFTEN])
TO_THE_END = 50
STEPS = st.sampled_from([1, 2, 2, 3, *[TO_THE_END] * 4])
TIMES = st.sampled_from([1, 1_000, 1_000, 6_000, 30_000, 70_000, 700_000, DAY // 2, DAY - 60_000])
RUN = settings(max_examples=300, stateful_step_count=30, derandomize=True, deadline=None, database=None)

CONTRACT = st.sampled_from([0, 0, 0, 1, 2, 2, 3, 4])
"""Which of the action's contracts is deployed; the first is the one that promises most."""
TELL = st.sampled_from([None, DONE, DONE, ELSEWHERE])

going_on = precondition(lambda self: self.adversary.begun and not self.adversary.over)


class Protocol(RuleBasedStateMachine):
    """Everybody acts in any order, and stops anywhere for any time."""

    kind: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.begin()

    def begin(self) -> None:
        """An order in a world of its own."""
        self.adversary = Adversary(self.kind)
        self.stage = self.adversary.stage
        self.promises = Promises(self.adversary)

    # -- who begins to act

    @precondition(lambda self: self.adversary.over or not self.adversary.begun)
    @rule(behaviour=BEHAVIOURS, steps=STEPS, respond_async=st.booleans(), tell=TELL, contract=CONTRACT)
    def the_next_order_begins(
        self, behaviour: str, steps: int, *, respond_async: bool, tell: str | None, contract: int
    ) -> None:
        self.finish()
        self.begin()
        self.adversary.deploy(contract)
        self._start(lambda: self.adversary.call(respond_async=respond_async, tell=tell), behaviour, steps)

    @going_on
    @rule(behaviour=BEHAVIOURS, steps=STEPS, respond_async=st.booleans(), tell=TELL)
    def somebody_calls_again(self, behaviour: str, steps: int, *, respond_async: bool, tell: str | None) -> None:
        self._start(lambda: self.adversary.call(respond_async=respond_async, tell=tell), behaviour, steps)

    @going_on
    @precondition(lambda self: self.adversary.world.queue.waiting)
    @rule(behaviour=BEHAVIOURS, steps=STEPS)
    def a_worker_takes_a_message(self, behaviour: str, steps: int) -> None:
        self._start(self.adversary.work, behaviour, steps)

    @going_on
    @rule(steps=STEPS)
    def the_sweep_begins(self, steps: int) -> None:
        self._start(self.adversary.sweep, "applies", steps)

    @going_on
    @rule(steps=STEPS, verb=st.sampled_from(["replay", "replay", "replay", "dismiss"]))
    def a_person_asks(self, steps: int, verb: str) -> None:
        self._start(getattr(self.adversary, verb), "applies", steps)

    @going_on
    @rule()
    def a_person_states_what_became_of_it(self) -> None:
        self._start(self.adversary.resolve, "applies", TO_THE_END)

    @going_on
    @rule(behaviour=BEHAVIOURS)
    def a_minute_goes_by_as_usual(self, behaviour: str) -> None:
        self.adversary.later(70_000)
        self._start(self.adversary.sweep, "applies", TO_THE_END)
        for _ in self.adversary.visible:
            self._start(self.adversary.work, behaviour, TO_THE_END)

    def _start(self, act: Callable[[], object], behaviour: str, steps: int) -> None:
        self.stage.start(act, self.adversary.behaviours[behaviour], steps)

    # -- what becomes of those who act

    @precondition(lambda self: self.stage.processes)
    @rule(number=st.integers(0, 2), steps=STEPS, queue_down=st.booleans())
    def a_process_goes_on(self, number: int, steps: int, *, queue_down: bool) -> None:
        self.adversary.world.queue.unavailable = queue_down
        self._resume(number, steps)
        self.adversary.world.queue.unavailable = False

    @precondition(lambda self: self.stage.processes)
    @rule(number=st.integers(0, 2), error=st.sampled_from([Killed, LedgerUnavailable]))
    def a_process_fails(self, number: int, error: type[BaseException]) -> None:
        self._resume(number, TO_THE_END, error)

    def _resume(self, number: int, steps: int, error: type[BaseException] | None = None) -> None:
        processes = self.stage.processes
        self.stage.run(processes[number % len(processes)], steps, error)

    # -- what else happens

    @going_on
    @rule(milliseconds=TIMES)
    def time_passes(self, milliseconds: int) -> None:
        self.adversary.later(milliseconds)

    @going_on
    @rule(contract=CONTRACT)
    def another_contract_is_deployed(self, contract: int) -> None:
        self.adversary.deploy(contract)

    @precondition(lambda self: self.adversary.provider.transit)
    @rule()
    def a_request_arrives_late(self) -> None:
        self.adversary.provider.arrive()

    @going_on
    @precondition(lambda self: self.adversary.world.queue.waiting)
    @rule()
    def the_queue_delivers_a_message_twice(self) -> None:
        self.adversary.world.queue.duplicate(self.adversary.world.queue.waiting[0])

    @going_on
    @precondition(lambda self: self.adversary.world.queue.dead)
    @rule()
    def a_person_redrives_the_dead_letters(self) -> None:
        self.adversary.world.queue.redrive()

    # -- what must hold

    @invariant()
    def every_promise_holds(self) -> None:
        self.promises.check()

    def teardown(self) -> None:
        self.finish()

    def finish(self) -> None:
        """Everybody comes to an end, and then nothing fails any more."""
        for process in self.stage.processes:
            self.stage.run(process, TO_THE_END)
        if self.adversary.row is None:
            return
        self.promises.check()
        self._changed_input_is_refused()
        for _ in range(50):
            self.adversary.later(DAY // 24)
            self.adversary.world.run(1, step=1)
        self.promises.check()
        self.promises.check_end()

    def _changed_input_is_refused(self) -> None:
        for respond_async in (True, False):
            with pytest.raises(KeyReused):
                self.adversary.world.call(self.kind, value={"sku": "pen"}, respond_async=respond_async)


class Keyed(Protocol):
    """At a provider that honours keys."""

    kind = "keyed"


class Listed(Protocol):
    """At a provider that can be asked what it has."""

    kind = "listed"


class Bare(Protocol):
    """At a provider that can do neither."""

    kind = "bare"


TestKeyed, TestListed, TestBare = Keyed.TestCase, Listed.TestCase, Bare.TestCase
TestKeyed.settings = TestListed.settings = TestBare.settings = RUN
