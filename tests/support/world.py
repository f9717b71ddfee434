"""All of Oncestep over fakes or moto: one caller, workers, the sweep, a person, and a provider that misbehaves."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from oncestep.adapters.jsonschema_validator import JsonSchemaValidator
from oncestep.application.accept import Accept, Reply
from oncestep.application.attempt import Attempts
from oncestep.application.bodies import Bodies
from oncestep.application.budget import Budget
from oncestep.application.callbacks import Callbacks
from oncestep.application.calls import ActionRequest
from oncestep.application.commit import Commits
from oncestep.application.draft import Drafts
from oncestep.application.follow import Follow
from oncestep.application.lookup import Lookups
from oncestep.application.operate import Operate, Order
from oncestep.application.pacing import Pacing
from oncestep.application.policies import Policies
from oncestep.application.ports import Connection, FinalMessage, Ledger, Once, Outgoing
from oncestep.application.reconcile import Reconcile
from oncestep.application.waiting import Waiting
from oncestep.application.work import Verdict, Work
from oncestep.domain.callers import Caller, Role, Scope
from oncestep.domain.contract import Action
from oncestep.domain.identity import Json, operation_id
from oncestep.domain.operation import Operation
from oncestep.domain.outcomes import Evidence
from tests.support.actions import ALL
from tests.support.fakes import (
    Delivery,
    FakeChance,
    FakeClock,
    FakeSignals,
    MemoryBlobs,
    MemoryCatalog,
    MemoryConnections,
    MemoryLedger,
    MemoryQueue,
    MemorySlots,
    PlainOnce,
)
from tests.support.provider import MemoryProvider
from tests.support.receiver import CONNECTION, Receiver, callback_action
from tests.support.stalls import Stalling

INVOCATION = 25_000
DAY = 86_400_000
BUILDER = Caller("key-1", "acme", Role.BUILDER, Scope.OWN, ("*",), "Acme's flows")
OPERATOR = Caller("key-2", "acme", Role.OPERATOR, Scope.ALL, ("*",), "Olga")

Worlds: TypeAlias = Callable[..., "World"]
"""Makes worlds; `keyed=True` for a provider that honours keys."""

_Result = TypeVar("_Result")


def id_of(provider: str, key: str = "order-1") -> str:
    """The operation that a call of this provider with this key means."""
    return operation_id("acme", f"{provider}.order", key)


class Killed(BaseException):
    """The process is gone: nothing after this line runs, not even `except Exception`."""


@dataclass
class World:
    """Everything that a trace needs, with the real use cases in the middle."""

    clock: FakeClock = field(default_factory=FakeClock)
    ledger: Ledger = field(default_factory=MemoryLedger)
    runner: Once = field(default_factory=PlainOnce)
    provider: MemoryProvider = field(default_factory=MemoryProvider)

    def __post_init__(self) -> None:
        self.once = Stalling(self.runner)
        self.chance = FakeChance()
        self.signals = FakeSignals()
        self.blobs = MemoryBlobs()
        self.slots = MemorySlots()
        self.queue = MemoryQueue(self.clock)
        self.connections = MemoryConnections(
            {
                ("acme", action.provider, "default"): Connection("default", "acct-1", credentials={"token": "t"})
                for action in ALL
            }
        )
        self.connections.known["acme", "oncestep", "default"] = CONNECTION
        self.catalog = MemoryCatalog((*ALL, callback_action()))
        self.receiver = Receiver(self.provider)
        commits, policies = Commits(self.ledger, self.signals), Policies(self.catalog, 90 * DAY, self.connections)
        bodies = Bodies(self.blobs)
        self.follow = Follow(commits, self.queue, Callbacks(policies, self.clock, self.chance), self.clock, self.chance)
        attempts = Attempts(commits, self.once, self.receiver, bodies, self.follow, self.clock, self.chance)
        drafts = Drafts(policies, self.connections, JsonSchemaValidator(), self.clock, self.chance)
        waiting = Waiting(self.ledger, self.clock)
        lookups = Lookups(commits, self.receiver, bodies, self.follow, self.clock, self.chance)
        self.accept = Accept(commits, drafts, attempts, bodies, self.follow, waiting, self.clock)
        pacing = Pacing(commits, self.follow, self.slots, self.clock)
        self.work = Work(
            commits, attempts, lookups, self.follow, pacing, bodies, policies, self.connections, self.clock
        )
        self.reconcile = Reconcile(commits, self.follow, self.clock)
        self.operate = Operate(commits, drafts, bodies, self.follow, policies, self.clock)

    # -- a caller

    def call(  # noqa: PLR0913 - a call has as many parts
        self,
        provider: str = "keyed",
        key: str = "order-1",
        *,
        value: dict[str, Json] | None = None,
        caller: Caller = BUILDER,
        wait: int | None = 0,
        respond_async: bool = False,
        correlation_id: str | None = None,
        callback_url: str | None = None,
    ) -> Reply:
        """POST an action; by default it does not wait for the ledger."""
        request = ActionRequest(
            provider=provider,
            action="order",
            idempotency_key=key,
            input={"sku": "book"} if value is None else value,
            wait=wait,
            respond_async=respond_async,
            correlation_id=correlation_id,
            callback_url=callback_url,
        )
        return self.accept(caller, request, self.budget())

    def budget(self, milliseconds: int = INVOCATION) -> Budget:
        """A fresh invocation."""
        return Budget(self.clock.monotonic() + milliseconds)

    def killed(self, act: Callable[[], _Result]) -> None:
        """Run something in a process that is killed on the way."""
        try:
            act()
        except Killed:
            return
        raise AssertionError("the process was to be killed, but came to its end")

    def kills(self, request: Outgoing) -> Evidence:
        """The behaviour of a provider whose caller dies while it waits."""
        raise Killed(request.url)

    def applies_and_kills(self, request: Outgoing) -> Evidence:
        """The behaviour of a provider that did it when its caller died."""
        self.provider.apply(request)
        raise Killed(request.url)

    # -- workers and the sweep

    def receive(self) -> Delivery | None:
        """Take the next visible message, as a worker does, without handling it yet."""
        return self.queue.receive()

    def handle(self, delivery: Delivery, *, budget: Budget | None = None) -> Verdict:
        """What a worker does with a message that it holds."""
        message = delivery.message
        if isinstance(message, FinalMessage):
            verdict = self.work.on_final(message, delivery.message_id)
        else:
            verdict = self.work.on_work(message, budget or self.budget())
        if verdict is Verdict.FAIL:
            self.queue.fail(delivery)
        return verdict

    def work_once(self) -> Verdict:
        """A worker handles one visible message."""
        delivery = self.queue.receive()
        assert delivery is not None
        return self.handle(delivery)

    def drain(self, limit: int = 50) -> None:
        """Workers handle whatever is visible now, until nothing is."""
        for _ in range(limit):
            delivery = self.queue.receive()
            if delivery is None:
                return
            self.handle(delivery)
        raise AssertionError(f"the queue is not quiet after {limit} messages")

    def sweep(self) -> int:
        """The reconcile function runs once."""
        return self.reconcile(self.budget(60_000))

    def later(self, milliseconds: int) -> None:
        """Time passes; nobody works."""
        self.clock.pass_(milliseconds)

    def run(self, milliseconds: int, *, step: int = 60_000) -> None:
        """Time passes; workers and the sweep work, once per step."""
        for _ in range(max(1, milliseconds // step)):
            self.later(step)
            self.sweep()
            self.drain()

    def swept_message(self) -> Delivery:
        """The sweep runs, and a worker receives what it enqueued."""
        self.sweep()
        delivery = self.receive()
        assert delivery is not None
        return delivery

    # -- contracts

    def with_action(self, provider: str, change: Callable[[Action], Action]) -> None:
        """The provider's contract changes."""
        self.catalog.known = tuple(
            change(action) if action.provider == provider else action for action in self.catalog.known
        )

    # -- what is there

    def row(self, reply: Reply | str) -> Operation:
        """The operation as the ledger has it now."""
        row = self.ledger.get(reply if isinstance(reply, str) else reply.operation_id)
        assert row is not None
        return row

    def order(self, reply: Reply | str, why: str = "checked by phone") -> Order:
        """What a person acts on: the operation as it is now."""
        return Order(OPERATOR, self.row(reply), why)

    @property
    def effects(self) -> int:
        """Effects at the provider."""
        return self.provider.effects

    def call_lost(self, provider: str) -> Reply:
        """A call whose request was lost on the way: it had no effect, and nobody knows."""
        self.provider.next = [self.provider.lose]
        return self.call(provider)
