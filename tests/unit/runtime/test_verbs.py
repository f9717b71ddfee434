"""What operators do to an operation over HTTP: who may, what they must say, and what they are answered."""

from dataclasses import replace
from secrets import token_hex

import pytest

from oncestep.application.bodies import ROW_BYTES
from oncestep.domain.documents import LONGEST_ID
from oncestep.runtime.verbs import LONGEST_REASON
from tests.support.provider import answers
from tests.support.world import BUILDER, OPERATOR, World, id_of
from tests.unit.runtime.gateway import Gateway, order

OURS = id_of("bare")
STRANGER = replace(OPERATOR, client="other", scope=BUILDER.scope)
STATED: dict[str, object] = {
    "reason": "seen in the shop",
    "outcome": "confirmed",
    "remote_id": "thing-9",
    "result": {"id": "thing-9"},
}
VERBS: dict[str, dict[str, object]] = {
    "replay": {"reason": "why"},
    "dismiss": {"reason": "why"},
    "resolve": STATED,
    "fix-forward": {"reason": "why", "input": {"sku": "pen"}},
}
each_verb = pytest.mark.parametrize("verb", VERBS)


@each_verb
def test_a_strangers_operation_is_not_found_by_a_verb_either(stopped: Gateway, verb: str) -> None:
    missing = stopped.ask("POST", f"/operations/{{id}}/{verb}", caller=STRANGER, id=OURS, body=VERBS[verb])
    assert (missing.status, missing.code) == (404, "unknown_operation")


@each_verb
def test_a_builder_may_not_use_verbs(stopped: Gateway, world: World, verb: str) -> None:
    before = world.row(OURS)
    refused = stopped.ask("POST", f"/operations/{{id}}/{verb}", id=OURS, body=VERBS[verb])
    assert (refused.status, refused.code) == (403, "action_not_allowed")
    assert world.row(OURS) == before


@each_verb
@pytest.mark.parametrize("reason", [None, "", "  ", 5])
def test_a_verb_needs_a_reason(stopped: Gateway, verb: str, reason: object) -> None:
    body = {**VERBS[verb], "reason": reason}
    refused = stopped.ask("POST", f"/operations/{{id}}/{verb}", caller=OPERATOR, id=OURS, body=body)
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, ["reason"])
    assert (refused.body["operation_id"], refused.body["idempotency_key"]) == (OURS, "order-1")


@each_verb
def test_a_verb_that_does_not_fit_is_refused(gateway: Gateway, world: World, verb: str) -> None:
    gateway.post()
    before = world.row(OURS)
    refused = gateway.ask("POST", f"/operations/{{id}}/{verb}", caller=OPERATOR, id=OURS, body=VERBS[verb])
    assert (refused.status, refused.code) == (409, "verb_refused")
    assert (refused.body["operation_id"], refused.body["idempotency_key"]) == (OURS, "order-1")
    assert world.row(OURS) == before


def test_replay_opens_another_round(gateway: Gateway, world: World) -> None:
    world.provider.next = [answers(401)]
    gateway.post()
    replayed = gateway.ask("POST", "/operations/{id}/replay", caller=OPERATOR, id=OURS, body=VERBS["replay"])
    assert (replayed.status, replayed.body["round"], replayed.body["status"]) == (200, 2, "processing")


def test_dismiss_stops_for_good(stopped: Gateway) -> None:
    dismissed = stopped.ask("POST", "/operations/{id}/dismiss", caller=OPERATOR, id=OURS, body=VERBS["dismiss"])
    assert (dismissed.status, dismissed.body["state"]) == (200, "dismissed")
    last = dismissed.body["history"][-1]
    assert (last["who"], last["key_id"], last["detail"]) == ("Olga", "key-2", "why")


def test_what_no_key_did_names_none(stopped: Gateway) -> None:
    (entry,) = stopped.ask("GET", "/operations/{id}", id=OURS).body["history"]
    assert (entry["who"], entry["key_id"]) == ("oncestep", None)


@each_verb
def test_a_verb_finds_no_operation_of_an_action_that_the_key_does_not_allow(
    stopped: Gateway, world: World, verb: str
) -> None:
    before, narrow = world.row(OURS), replace(OPERATOR, allow=("mail.*",))
    refused = stopped.ask("POST", f"/operations/{{id}}/{verb}", caller=narrow, id=OURS, body=VERBS[verb])
    assert (refused.status, refused.code) == (404, "unknown_operation")
    assert world.row(OURS) == before


def test_resolve_states_what_happened(stopped: Gateway) -> None:
    resolved = stopped.ask("POST", "/operations/{id}/resolve", caller=OPERATOR, id=OURS, body=STATED)
    assert (resolved.status, resolved.body["state"]) == (200, "confirmed")
    assert stopped.post().body["result"] == {"id": "thing-9"}
    assert stopped.post().body["remote_id"] == "thing-9"


def test_resolve_as_not_applied_lets_it_be_tried_again(stopped: Gateway) -> None:
    body = {"reason": "not in the shop", "outcome": "not_applied", "attempts": 1}
    resolved = stopped.ask("POST", "/operations/{id}/resolve", caller=OPERATOR, id=OURS, body=body)
    assert (resolved.status, resolved.body["state"]) == (200, "accepted")


@pytest.mark.parametrize("attempts", [None, "1", True])
def test_not_applied_says_of_how_many_attempts(stopped: Gateway, attempts: object) -> None:
    body = {"reason": "not in the shop", "outcome": "not_applied", "attempts": attempts}
    refused = stopped.ask("POST", "/operations/{id}/resolve", caller=OPERATOR, id=OURS, body=body)
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, ["attempts"])


def test_not_applied_is_refused_when_there_has_been_another_attempt(stopped: Gateway) -> None:
    body = {"reason": "not in the shop", "outcome": "not_applied", "attempts": 0}
    refused = stopped.ask("POST", "/operations/{id}/resolve", caller=OPERATOR, id=OURS, body=body)
    assert (refused.status, refused.code) == (409, "verb_refused")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"outcome": None}, "outcome"),
        ({"outcome": "perhaps"}, "outcome"),
        ({"remote_id": None}, "remote_id"),
        ({"remote_id": ""}, "remote_id"),
        ({"remote_id": 9}, "remote_id"),
    ],
)
def test_a_statement_must_be_clear(stopped: Gateway, changes: dict[str, object], field: str) -> None:
    body = {**STATED, **changes}
    refused = stopped.ask("POST", "/operations/{id}/resolve", caller=OPERATOR, id=OURS, body=body)
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, [field])


def test_fix_forward_answers_with_the_successor(rejected: Gateway, world: World) -> None:
    path, body = "/operations/{id}/fix-forward", VERBS["fix-forward"]
    fixed = rejected.ask("POST", path, caller=OPERATOR, id=OURS, body=body)
    assert (fixed.status, fixed.body["parent"], fixed.body["status"]) == (200, OURS, "processing")
    world.drain()
    repeat = rejected.post(order())
    assert (repeat.status, repeat.body["operation_id"]) == (200, OURS)
    assert repeat.body["superseded_by"] == fixed.body["operation_id"]


@pytest.mark.parametrize("value", [None, [], "pen"])
def test_fix_forward_needs_input(rejected: Gateway, value: object) -> None:
    path, body = "/operations/{id}/fix-forward", {"reason": "why", "input": value}
    refused = rejected.ask("POST", path, caller=OPERATOR, id=OURS, body=body)
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, ["input"])


def test_a_large_result_is_shown_whole_to_whoever_stated_it(stopped: Gateway) -> None:
    result = {"id": "thing-9", "noise": token_hex(ROW_BYTES)}
    resolved = stopped.ask(
        "POST", "/operations/{id}/resolve", caller=OPERATOR, id=OURS, body={**STATED, "result": result}
    )
    assert (resolved.status, resolved.body["outcome"]["result"]) == (200, result)
    assert stopped.post().body["result"] == result


@pytest.mark.parametrize(
    ("field", "longest"), [("reason", LONGEST_REASON), ("remote_id", LONGEST_ID)], ids=["reason", "remote_id"]
)
def test_what_stays_in_the_row_is_no_longer_than_a_row_holds(stopped: Gateway, field: str, longest: int) -> None:
    path, body = "/operations/{id}/resolve", {**STATED, field: "a" * (longest + 1)}
    refused = stopped.ask("POST", path, caller=OPERATOR, id=OURS, body=body)
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, [field])
    taken = stopped.ask("POST", path, caller=OPERATOR, id=OURS, body={**STATED, field: "a" * longest})
    assert taken.status == 200
