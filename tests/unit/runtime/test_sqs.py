"""A message is deleted, or it alone is reported as failed; what nobody foresaw fails it and no other."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from oncestep.adapters.sqs_queue import dump
from oncestep.application.budget import Budget
from oncestep.application.ports import FinalMessage, QueueUnavailable, WorkMessage
from oncestep.application.work import Verdict, Work
from oncestep.domain.states import State
from oncestep.runtime.sqs import handle_batch
from tests.support.fakes import MemoryLedger
from tests.support.world import World, id_of
from tests.unit.runtime.events import Context, recorded
from tests.unit.runtime.figures import figures
from tests.unit.runtime.gateway import Gateway

Result = dict[str, list[dict[str, str]]]


@dataclass
class Visible:
    """The queue's side that lets failed finals come back at once."""

    unavailable: bool = False
    handles: list[str] = field(default_factory=list)

    def make_visible(self, receipt_handle: str) -> None:
        if self.unavailable:
            raise QueueUnavailable
        self.handles.append(receipt_handle)


class Broken:
    """Work with a defect."""

    def on_work(self, *_: object) -> None:
        raise KeyError("a defect")


@dataclass
class BrokenFor:
    """Work with a defect that only one operation meets."""

    operation_id: str
    work: Work

    def on_work(self, message: WorkMessage, budget: Budget) -> Verdict:
        if message.operation_id == self.operation_id:
            raise KeyError("a defect")
        return self.work.on_work(message, budget)


@pytest.fixture(autouse=True)
def _metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Oncestep")


@pytest.fixture
def visible(gateway: Gateway) -> Visible:
    queue = Visible()
    vars(gateway.parts)["queue"] = queue
    return queue


def record(body: str, number: int = 1) -> dict[str, Any]:
    (template,) = recorded("worker.work")["Records"]
    return {**template, "messageId": f"message-{number}", "receiptHandle": f"handle-{number}", "body": body}


def handle(gateway: Gateway, *records: dict[str, Any]) -> Result:
    return handle_batch(gateway.parts, {"Records": list(records)}, Context())  # type: ignore[arg-type]


def failed(*numbers: int) -> Result:
    return {"batchItemFailures": [{"itemIdentifier": f"message-{number}"} for number in numbers]}


def stopped(world: World) -> str:
    """A stop that is announced; the message's body."""
    world.call_lost("bare")
    delivery = world.receive()
    assert delivery
    return dump(delivery.message)


def test_work_is_done_and_its_message_deleted(world: World, gateway: Gateway) -> None:
    world.call("bare", respond_async=True)
    assert handle(gateway, record(dump(WorkMessage(id_of("bare"), 1, 0)))) == failed()
    assert (world.row(id_of("bare")).state, world.effects) == (State.CONFIRMED, 1)


@pytest.mark.usefixtures("visible")
def test_a_message_about_nothing_is_deleted(gateway: Gateway) -> None:
    assert handle(gateway, *recorded("worker.work")["Records"], *recorded("worker.final")["Records"]) == failed()


def test_a_final_fails_and_comes_back_at_once_until_it_is_a_dead_letter(
    world: World, gateway: Gateway, visible: Visible
) -> None:
    final = record(stopped(world))
    assert handle(gateway, final) == handle(gateway, final) == failed(1)
    assert visible.handles == ["handle-1", "handle-1"]
    assert world.row(id_of("bare")).noted == "message-1"


def test_an_older_final_is_deleted(world: World, gateway: Gateway, visible: Visible) -> None:
    stopped(world)
    assert handle(gateway, record(dump(FinalMessage(id_of("bare"), 1, 0)))) == failed()
    assert visible.handles == []


def test_a_final_that_cannot_be_made_visible_still_fails(world: World, gateway: Gateway, visible: Visible) -> None:
    body = stopped(world)
    visible.unavailable = True
    assert handle(gateway, record(body)) == failed(1)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{}",
        json.dumps({"hello": "world"}),
        dump(WorkMessage("", 1, 0)),
        dump(WorkMessage("op_" * 10_000, 1, 0)),
        dump(WorkMessage(id_of("bare"), 1, 0)).replace('"round": 1', '"round": 1e999'),
    ],
)
def test_an_unreadable_message_is_deleted_and_counted_but_as_no_defect(
    gateway: Gateway, body: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert handle(gateway, record(body)) == failed()
    written = capsys.readouterr().out
    assert written.count('"UnreadableMessage":[1.0]') == 1
    assert '"Defect"' not in written


def test_a_ledger_that_cannot_be_reached_fails_the_message(world: World, gateway: Gateway) -> None:
    world.call("bare", respond_async=True)
    assert isinstance(world.ledger, MemoryLedger)
    world.ledger.unavailable = True
    assert handle(gateway, record(dump(WorkMessage(id_of("bare"), 1, 0)))) == failed(1)
    assert world.effects == 0


def test_a_defect_fails_the_message_and_is_counted_since_lambda_counts_only_what_is_raised(
    gateway: Gateway, capsys: pytest.CaptureFixture[str]
) -> None:
    vars(gateway.parts)["work"] = Broken()
    assert handle(gateway, record(dump(WorkMessage(id_of("bare"), 1, 0)))) == failed(1)
    assert figures("Defect", capsys) == [[1.0]]


def test_an_outage_does_not_count_as_a_defect(
    world: World, gateway: Gateway, capsys: pytest.CaptureFixture[str]
) -> None:
    assert isinstance(world.ledger, MemoryLedger)
    world.ledger.unavailable = True
    assert handle(gateway, record(dump(WorkMessage(id_of("bare"), 1, 0)))) == failed(1)
    assert figures("Defect", capsys) == []


def test_one_message_that_fails_leaves_the_others_alone(world: World, gateway: Gateway) -> None:
    world.call("bare", respond_async=True)
    vars(gateway.parts)["work"] = BrokenFor(id_of("bare", "bad"), gateway.parts.work)
    bad, good = (dump(WorkMessage(id_of("bare", key), 1, 0)) for key in ("bad", "order-1"))
    assert handle(gateway, record(bad, 1), record(good, 2), record(bad, 3)) == failed(1, 3)
    assert world.effects == 1
