"""Messages on the wire: what we write we read, and what we cannot have written we do not guess at."""

import json
from dataclasses import replace

import pytest

from oncestep.adapters.sqs_queue import UnreadableMessage, dump, load
from oncestep.application.ports import FinalMessage, WorkMessage

CONTEXT = {"client": "acme", "last_status": None, "input": '{"note": "größer"}'}
ID = "op_abcdefghijklmnopqrstuvwxyz"
WORK = WorkMessage(ID, round=2, attempts=3, context=CONTEXT)
FINAL = FinalMessage(ID, round=2, announcement=4, context=CONTEXT)
WRITTEN = json.loads(dump(WORK))
WRITTEN_FINAL = json.loads(dump(FINAL))


@pytest.mark.parametrize("message", [WORK, FINAL])
def test_what_was_written_is_read_without_the_context_that_is_for_persons_only(
    message: WorkMessage | FinalMessage,
) -> None:
    assert load(dump(message)) == replace(message, context={})


def test_the_context_is_on_the_wire_for_whoever_finds_a_dead_letter() -> None:
    assert WRITTEN_FINAL["context"] == CONTEXT


@pytest.mark.parametrize(
    "body",
    [
        "",
        "not JSON",
        "null",
        "5",
        '"text"',
        "[]",
        "{}",
        json.dumps({**WRITTEN, "type": "somebody.elses"}),
        json.dumps({**WRITTEN, "version": 2}),
        json.dumps({**WRITTEN, "round": None}),
        json.dumps({**WRITTEN, "attempts": "many"}),
        json.dumps({**WRITTEN, "attempts": []}),
        json.dumps({**WRITTEN, "attempts": "3"}),
        json.dumps({**WRITTEN, "attempts": -1}),
        json.dumps({**WRITTEN, "attempts": 3.0}),
        json.dumps({**WRITTEN, "round": True}),
        json.dumps({**WRITTEN, "round": 10**30}),
        json.dumps({**WRITTEN, "round": 5}).replace('"round": 5', '"round": 1e999'),
        json.dumps({**WRITTEN, "round": 5}).replace('"round": 5', '"round": NaN'),
        json.dumps({**WRITTEN_FINAL, "announcement": 1e300}),
        json.dumps({**WRITTEN, "operation_id": ""}),
        json.dumps({**WRITTEN, "operation_id": "op_1"}),
        json.dumps({**WRITTEN, "operation_id": ID * 1_000}),
        json.dumps({**WRITTEN, "operation_id": ID.upper()}),
        json.dumps({**WRITTEN, "operation_id": None}),
        json.dumps({**WRITTEN, "operation_id": 5}),
        json.dumps({name: value for name, value in WRITTEN.items() if name != "final"}),
        json.dumps({name: value for name, value in WRITTEN.items() if name != "operation_id"}),
        json.dumps({name: value for name, value in WRITTEN.items() if name != "attempts"}),
        json.dumps({name: value for name, value in WRITTEN_FINAL.items() if name != "announcement"}),
        "[" * 100_000,
    ],
)
def test_what_is_none_of_ours_is_unreadable(body: str) -> None:
    with pytest.raises(UnreadableMessage):
        load(body)
