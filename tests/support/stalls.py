"""Processes that stop for a while, or for good, between two steps of an attempt."""

from collections.abc import Callable
from dataclasses import dataclass

from oncestep.application.ports import ClaimedEffect, Once
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import Outcome


@dataclass(slots=True)
class Stalling:
    """`Once` that lets others act after the claim, or after the effect and before it is settled; once each."""

    once: Once
    after_claim: Callable[[], None] | None = None
    before_settle: Callable[[], None] | None = None

    def run(self, effect: ClaimedEffect) -> tuple[Operation, bool]:
        def claim() -> Operation | None:
            winner = effect.claim()
            self._act("after_claim")
            return winner

        def settle(outcome: Outcome) -> Operation:
            self._act("before_settle")
            return effect.settle(outcome)

        return self.once.run(effect._replace(claim=claim, settle=settle))

    def _act(self, name: str) -> None:
        act = getattr(self, name)
        setattr(self, name, None)
        if act:
            act()
