"""Callers, workers, the sweep and persons around one operation, who stop, collide and die wherever they may."""

from dataclasses import dataclass, field
from functools import partial

from oncestep.application.operate import Order
from oncestep.application.ports import ClaimedEffect
from oncestep.domain.contract import UNSTATED_PROCESSING
from oncestep.domain.errors import VerbRefused
from oncestep.domain.operation import Operation, StoredOutcome
from oncestep.domain.outcomes import Document
from tests.property.deployments import CONTRACTS
from tests.property.processes import Stage
from tests.property.rogue_provider import RogueProvider
from tests.support.actions import DAY, LOOKUP
from tests.support.fakes import Delivery, FakeClock, MemoryLedger, PlainOnce
from tests.support.provider import Behaviour, refuses_connection
from tests.support.world import World, id_of

VISIBLE_AGAIN = 90_000
PROCESSING = {"keyed": UNSTATED_PROCESSING, "listed": LOOKUP.max_processing or 0, "bare": 10_000 * DAY}
"""How long (ms) a request may still take effect after its sender's end: who states no bound may take for ever."""
BY_PHONE = StoredOutcome(201, Document.of(b"{}", "application/json"), "thing-1")


@dataclass
class StagedLedger(MemoryLedger):
    """Lets others act before each write."""

    stage: Stage = field(default_factory=Stage)

    def _interleave(self) -> None:
        self.stage.pause()


@dataclass
class StagedOnce:
    """Lets others act between a claim and the sender's look at its deadline."""

    stage: Stage

    def run(self, effect: ClaimedEffect) -> tuple[Operation, bool]:
        def claim() -> Operation | None:
            winner = effect.claim()
            self.stage.pause()
            return winner

        return PlainOnce().run(effect._replace(claim=claim))


class Adversary:
    """One operation at one kind of provider, and everybody who has to do with it."""

    def __init__(self, kind: str) -> None:
        self.kind, self.operation_id = kind, id_of(kind)
        self.stage, clock = Stage(), FakeClock()
        self.ledger = StagedLedger(stage=self.stage)
        self.provider = RogueProvider(keyed=kind == "keyed", clock=clock, stage=self.stage, processing=PROCESSING[kind])
        self.world = World(clock=clock, ledger=self.ledger, runner=StagedOnce(self.stage), provider=self.provider)
        [self._action] = [action for action in self.world.catalog.known if action.provider == kind]
        self.held: list[tuple[Delivery, int]] = []
        self.behaviours: dict[str, Behaviour] = {
            "applies": self.provider.apply,
            "applies_and_loses": self.provider.apply_and_lose,
            "loses": self.provider.lose,
            "delays": self.provider.delay,
            "refuses": partial(self.provider.says, status=422),
            "too_many": partial(self.provider.says, status=429),
            "unauthorized": partial(self.provider.says, status=401),
            "in_progress": self.provider.says_in_progress,
            "duplicate": partial(self.provider.says_duplicate, status=409),
            "already_gone": partial(self.provider.says_duplicate, status=404),
            "refuses_connection": refuses_connection,
        }

    def deploy(self, number: int) -> None:
        """Another contract of the action, or none; processes that run go on with the one that they have read."""
        contracts = CONTRACTS[self.kind]
        contract = contracts[number % len(contracts)](self._action)
        others = tuple(action for action in self.world.catalog.known if action.provider != self.kind)
        self.world.catalog.known = (*others, contract) if contract else others

    @property
    def row(self) -> Operation | None:
        """The operation as it is now."""
        return self.ledger.rows.get(self.operation_id)

    @property
    def begun(self) -> bool:
        """Whether somebody has called, if only just."""
        return self.row is not None or bool(self.stage.processes)

    @property
    def visible(self) -> list[Delivery]:
        """The messages that a worker could take now."""
        now = self.world.clock.now()
        return [delivery for delivery in self.world.queue.waiting if delivery.visible_at <= now]

    @property
    def over(self) -> bool:
        """Whether nothing can come of the operation any more."""
        settled = self.row is not None and self.row.state.terminal
        return settled and not self.stage.processes and not self.provider.transit

    def later(self, milliseconds: int) -> None:
        """Time passes, and with it what waits for time."""
        self.world.later(milliseconds)
        self.provider.time_passed()
        now = self.world.clock.now()
        for delivery in [delivery for delivery, until in self.held if until <= now]:
            self._return(delivery)

    # -- processes

    def call(self, *, respond_async: bool, tell: str | None) -> None:
        """POST the action, with an address to tell or without."""
        self.world.call(self.kind, respond_async=respond_async, callback_url=tell)

    def work(self) -> None:
        """A worker takes the next message that it can see; a message whose worker dies becomes visible again."""
        delivery = self.world.receive()
        if delivery is None:
            return
        hold = (delivery, self.world.clock.now() + VISIBLE_AGAIN)
        self.held.append(hold)
        self.world.handle(delivery)
        self.held = [one for one in self.held if one is not hold]

    def _return(self, delivery: Delivery) -> None:
        self.held = [(one, until) for one, until in self.held if one is not delivery]
        self.world.queue.fail(delivery)

    def sweep(self) -> None:
        """The reconcile function runs."""
        self.world.sweep()

    # -- persons, who only state what is so

    def replay(self) -> None:
        """Ask for another round."""
        self.world.operate.replay(self._order())

    def dismiss(self) -> None:
        """Give up."""
        self.world.operate.dismiss(self._order())

    def resolve(self) -> None:
        """State whether it was applied, if that is for certain."""
        if self.provider.effects:
            self.world.operate.resolve_confirmed(self._order(), BY_PHONE)
        elif not self.provider.transit:
            order = self._order()
            self.world.operate.resolve_not_applied(order, seen=len(order.operation.attempts))

    def _order(self) -> Order:
        if self.row is None:
            raise VerbRefused("there is nothing yet")
        return self.world.order(self.operation_id)
