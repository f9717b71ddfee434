"""POST an action: what a call may say, and what it is answered."""

from dataclasses import replace

import pytest

from oncestep.domain.callers import Caller
from oncestep.domain.errors import LONGEST_REPEATED, MOST_PROBLEMS
from oncestep.domain.states import State
from oncestep.runtime.actions import LONGEST_WAIT, Preferences, preferences_of
from oncestep.runtime.http import LARGEST_BODY, request_of
from tests.support.fakes import MemoryLedger
from tests.support.provider import answers
from tests.support.world import BUILDER, World, id_of
from tests.unit.runtime.events import recorded, with_body, with_headers
from tests.unit.runtime.gateway import PUBLIC_URL, Gateway, order

API_KEY = f"key_{'0123456789ab'}.{'aB3-_' * 8}xyz"


def rows(world: World) -> int:
    assert isinstance(world.ledger, MemoryLedger)
    return len(world.ledger.rows)


def test_a_call_runs_the_action_and_gets_its_result(world: World, gateway: Gateway) -> None:
    done = gateway.post(order(correlation_id="run-1"))
    assert (done.status, world.effects) == (200, 1)
    assert done.body == {
        "operation_id": id_of("bare"),
        "status": "succeeded",
        "state": "confirmed",
        "action": "bare.order",
        "idempotency_key": "order-1",
        "correlation_id": "run-1",
        "replayed": False,
        "provider_status": 201,
        "remote_id": "thing-1",
        "result": {"id": "thing-1", "reference": id_of("bare")},
        "truncated": False,
    }


def test_a_repeat_gets_the_same_answer_marked_as_a_repeat(world: World, gateway: Gateway) -> None:
    first, second = gateway.post(), gateway.post()
    assert (second.status, second.body) == (first.status, {**first.body, "replayed": True})
    assert ("Idempotent-Replayed" in first.headers, second.headers["Idempotent-Replayed"]) == (False, "true")
    assert world.effects == 1


def test_a_queued_call_is_told_where_to_ask(world: World, gateway: Gateway) -> None:
    queued = gateway.post(with_headers(order(), Prefer="respond-async"))
    assert (queued.status, world.effects) == (202, 0)
    assert queued.headers["Location"] == f"{PUBLIC_URL}/v1/operations/{id_of('bare')}/result"
    assert queued.headers["Retry-After"] == "1"


def test_strict_handling_refuses_a_repeat_under_way(gateway: Gateway) -> None:
    gateway.post(with_headers(order(), Prefer="respond-async"))
    usual = gateway.post(with_headers(order(), Prefer="respond-async"))
    strict = gateway.post(with_headers(order(), Prefer="respond-async, handling=strict"))
    assert (usual.status, strict.status, strict.code) == (202, 409, "still_processing")
    assert (strict.body["operation_id"], strict.body["retryable"]) == (id_of("bare"), True)
    assert (strict.body["replayed"], strict.headers["Idempotent-Replayed"]) == (True, "true")


def test_the_same_key_with_other_input_is_refused(world: World, gateway: Gateway) -> None:
    gateway.post()
    reused = gateway.post(order(input={"sku": "pen"}))
    assert (reused.status, reused.code) == (422, "idempotency_key_reused")
    assert (reused.body["operation_id"], reused.body["idempotency_key"]) == (id_of("bare"), "order-1")
    assert "other input" in reused.body["detail"]
    assert "pen" not in str(reused.body)
    assert world.effects == 1


def test_the_same_key_on_another_connection_is_refused_with_the_names_of_both(world: World, gateway: Gateway) -> None:
    world.connections.known["acme", "bare", "live"] = world.connections.known["acme", "bare", "default"]
    gateway.post()
    reused = gateway.post(order(connection="live"))
    assert (reused.status, reused.code) == (422, "idempotency_key_reused")
    assert "it runs on 'default', and this call is for 'live'" in reused.body["detail"]
    assert world.effects == 1


@pytest.mark.parametrize("key", [None, "", "   ", True, ["a"], {}, "a" * 256, "a\x07b"])
def test_a_call_without_a_key_that_is_one_does_nothing(world: World, gateway: Gateway, key: object) -> None:
    refused = gateway.post(order(idempotency_key=key))
    assert (refused.status, refused.code) == (400, "invalid_idempotency_key")
    assert (rows(world), world.provider.requests) == (0, [])


def test_the_key_may_be_a_header(gateway: Gateway) -> None:
    event = with_headers(order(idempotency_key=None), Idempotency_Key='"order-1"')
    assert gateway.post(event).body["idempotency_key"] == "order-1"


@pytest.mark.parametrize("values", [["order-1", "order-1"], ["order-1, order-2"], ["another"]])
def test_a_key_that_is_not_clear_does_nothing(world: World, gateway: Gateway, values: list[str]) -> None:
    refused = gateway.post(with_headers(order(), idempotency_key=values))
    assert (refused.status, refused.code) == (400, "invalid_idempotency_key")
    assert rows(world) == 0


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"input": None}, {"input"}),
        ({"input": []}, {"input"}),
        ({"input": "book"}, {"input"}),
        ({"connection": 5}, {"connection"}),
        ({"connection": "a/b"}, {"connection"}),
        ({"connection": "a" * 65}, {"connection"}),
        ({"correlation_id": 5}, {"correlation_id"}),
        ({"correlation_id": "a" * 256}, {"correlation_id"}),
        ({"source_event": {}}, {"source_event"}),
        ({"callback_url": "http://caller.example"}, {"callback_url"}),
        ({"callback_url": "https://"}, {"callback_url"}),
        ({"callback_url": "https://caller.example:x"}, {"callback_url"}),
        ({"callback_url": "https://user@caller.example"}, {"callback_url"}),
        ({"callback_url": "https://caller.example/#done"}, {"callback_url"}),
        ({"callback_url": "https://caller.example/a b"}, {"callback_url"}),
        ({"callback_url": f"https://caller.example/{'a' * 2_048}"}, {"callback_url"}),
        ({"callback_url": f"https://{'a' * 254}"}, {"callback_url"}),
        ({"callback_url": 5}, {"callback_url"}),
        ({"sku": "book", "inputs": {}}, {"sku", "inputs"}),
        ({"input": [], "connection": 5, "more": 1}, {"input", "connection", "more"}),
        ({"input": {}}, {"input.sku"}),
    ],
)
def test_every_wrong_field_of_a_call_is_named(
    world: World, gateway: Gateway, fields: dict[str, object], wrong: set[str]
) -> None:
    refused = gateway.post(order(**fields))
    assert (refused.status, refused.code) == (400, "invalid_request")
    assert {error["field"] for error in refused.body["errors"]} == wrong
    assert rows(world) == 0


def test_of_very_many_wrong_fields_the_first_are_named_and_the_others_counted(world: World, gateway: Gateway) -> None:
    unheard_of = {f"{'a' * 5_000}{number}": "b" * 100 for number in range(200)}
    refused = gateway.post(order(**unheard_of, connection=5))
    assert (refused.status, len(refused.body["errors"])) == (400, MOST_PROBLEMS)
    assert refused.body["errors"][0]["field"] == "connection"
    assert {len(error["field"]) for error in refused.body["errors"][1:]} == {LONGEST_REPEATED + len("...")}
    assert refused.body["detail"].endswith(f"; and {201 - MOST_PROBLEMS} more")
    assert rows(world) == 0


@pytest.mark.parametrize(
    ("provider", "action"), [("a" * 8_000, "order"), ("bare", "b" * 8_000)], ids=["provider", "action"]
)
@pytest.mark.parametrize("caller", [BUILDER, replace(BUILDER, allow=("mail.*",))], ids=["unknown", "not allowed"])
def test_a_long_name_in_the_path_is_not_repeated_whole(
    gateway: Gateway, provider: str, action: str, caller: Caller
) -> None:
    event = order() | {"pathParameters": {"provider": provider, "action": action}}
    refused = gateway.post(event, caller)
    assert refused.status in {403, 404}
    assert len(refused.body["detail"]) < 500


def test_what_is_wrong_with_the_key_and_with_the_envelope_is_told_together(world: World, gateway: Gateway) -> None:
    refused = gateway.post(order(input=[], idempotency_key=True, correlation_id=5))
    assert (refused.status, refused.code) == (400, "invalid_request")
    assert [error["field"] for error in refused.body["errors"]] == ["idempotency_key", "input", "correlation_id"]
    assert rows(world) == 0


@pytest.mark.parametrize(
    ("headers", "field", "places"),
    [
        ([], None, ["idempotency_key"]),
        ([], "", ["idempotency_key"]),
        ([], True, ["idempotency_key"]),
        (["a, b"], None, ["Idempotency-Key"]),
        ([" "], None, ["Idempotency-Key"]),
        (["a, b"], "order-1", ["Idempotency-Key"]),
        (["order-1"], 5, ["idempotency_key"]),
        (["order-1"], True, ["idempotency_key"]),
        (["Bestellung-\N{LATIN CAPITAL LETTER A WITH DIAERESIS}1"], None, ["Idempotency-Key"]),
        (["order-1;x=1"], None, ["Idempotency-Key"]),
        (["a", "b"], "a" * 256, ["Idempotency-Key", "idempotency_key"]),
        (["order-1"], "order-2", ["idempotency_key"]),
    ],
)
def test_a_wrong_key_is_told_with_its_place(
    gateway: Gateway, headers: list[str], field: object, places: list[str]
) -> None:
    event = order(idempotency_key=field)
    refused = gateway.post(with_headers(event, idempotency_key=headers) if headers else event)
    assert (refused.status, refused.code) == (400, "invalid_idempotency_key")
    assert [error["field"] for error in refused.body["errors"]] == places
    assert "idempotency_key" not in refused.body


@pytest.mark.parametrize(("header", "field"), [("order-1", ""), ("order-1", "  "), ("order-1", None), (" ", "order-1")])
def test_a_blank_key_beside_a_good_one_counts_as_absent(gateway: Gateway, header: str, field: object) -> None:
    done = gateway.post(with_headers(order(idempotency_key=field), Idempotency_Key=header))
    assert (done.status, done.body["idempotency_key"]) == (200, "order-1")


@pytest.mark.parametrize(
    "fields", [{"input": {}}, {"input": []}, {"connection": 5}, {"connection": "nope"}, {"more": 1}], ids=str
)
def test_a_refused_call_with_a_good_key_tells_the_key(gateway: Gateway, fields: dict[str, object]) -> None:
    refused = gateway.post(order(**fields))
    assert (refused.status, refused.body["idempotency_key"]) == (400, "order-1")
    assert "operation_id" not in refused.body


@pytest.mark.parametrize(
    ("header", "field", "key"),
    [
        ("1842", 1842, "1842"),
        ("1842", 1842.0, "1842"),
        (None, 1842, "1842"),
        (None, "Bestellung-A\N{COMBINING DIAERESIS}1", "Bestellung-\N{LATIN CAPITAL LETTER A WITH DIAERESIS}1"),
    ],
)
def test_a_key_has_one_form_however_it_is_written(
    gateway: Gateway, header: str | None, field: object, key: str
) -> None:
    event = order(idempotency_key=field)
    done = gateway.post(with_headers(event, Idempotency_Key=header) if header else event)
    assert (done.status, done.body["idempotency_key"]) == (200, key)


@pytest.mark.parametrize("body", ["", "text", "[]", '{"input": {}, "input": {}}', "a" * (LARGEST_BODY + 1)], ids=len)
def test_a_body_that_cannot_be_taken_is_refused_with_the_key_that_the_header_holds(gateway: Gateway, body: str) -> None:
    event = with_headers(with_body(order(), body), Idempotency_Key="order-1")
    refused = gateway.post(event)
    assert refused.status in {400, 413}
    assert refused.body["idempotency_key"] == "order-1"
    assert "idempotency_key" not in gateway.post(with_headers(event, Idempotency_Key="a, b")).body


def test_a_name_that_an_object_holds_twice_is_refused_and_named(world: World, gateway: Gateway) -> None:
    refused = gateway.post(with_body(order(), '{"idempotency_key": "order-1", "input": {"sku": "a", "sku": "b"}}'))
    assert (refused.status, refused.code) == (400, "invalid_request")
    assert "the name 'sku' more than once" in refused.body["detail"]
    assert rows(world) == 0


def test_a_call_that_the_api_key_does_not_allow_or_nobody_knows_is_refused_with_its_key(gateway: Gateway) -> None:
    unknown = order() | {"pathParameters": {"provider": "bare", "action": "nope"}}
    refusals = [gateway.post(order(), replace(BUILDER, allow=("mail.*",))), gateway.post(unknown)]
    assert [refused.status for refused in refusals] == [403, 404]
    assert [refused.body["idempotency_key"] for refused in refusals] == ["order-1"] * 2


def test_what_nobody_foresaw_is_told_with_the_key_of_the_call(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Oncestep")
    monkeypatch.setattr("oncestep.runtime.actions.answer", lambda *_: 1 // 0)
    broken = gateway.post()
    assert (broken.status, broken.code, broken.body["idempotency_key"]) == (500, "defect", "order-1")


@pytest.mark.parametrize("text", ["{key}", "order-1:{key}:again", "x{key}x"])
@pytest.mark.parametrize("field", ["idempotency_key", "correlation_id", "source_event", "callback_url"])
def test_an_api_key_where_none_belongs_is_refused_and_not_repeated(
    world: World, gateway: Gateway, field: str, text: str
) -> None:
    value = text.format(key=API_KEY)
    refused = gateway.post(order(**{field: f"https://caller.example/{value}" if field == "callback_url" else value}))
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, [field])
    assert "an API key of Oncestep" in refused.body["detail"]
    assert API_KEY not in str(refused)
    assert (rows(world), world.provider.requests) == (0, [])


def test_an_api_key_in_the_header_is_refused_and_not_repeated(world: World, gateway: Gateway) -> None:
    refused = gateway.post(with_headers(order(idempotency_key=None), Idempotency_Key=f'"{API_KEY}"'))
    assert (refused.status, [error["field"] for error in refused.body["errors"]]) == (400, ["Idempotency-Key"])
    assert API_KEY not in str(refused)
    assert rows(world) == 0


@pytest.mark.parametrize("body", ["", "text", "[]", '{"input": {"sku": NaN}}', r'{"input": {"sku": "\ud800"}}'])
def test_a_body_that_is_no_json_object_does_nothing(world: World, gateway: Gateway, body: str) -> None:
    assert gateway.post(with_body(order(), body)).status == 400
    assert rows(world) == 0


@pytest.mark.parametrize("levels", [100, 900, 1_500, 100_000])
def test_input_that_nests_too_deep_is_a_400_and_does_nothing(world: World, gateway: Gateway, levels: int) -> None:
    body = '{"idempotency_key": "order-1", "input": {"sku": ' + "[" * levels + "]" * levels + "}}"
    refused = gateway.post(with_body(order(), body))
    assert (refused.status, refused.code) == (400, "invalid_request")
    assert "nested deeper than 64 levels" in refused.body["detail"]
    assert rows(world) == 0


def test_credentials_that_cannot_be_reached_are_a_503_with_a_time(gateway: Gateway, world: World) -> None:
    world.connections.unavailable = True
    unavailable = gateway.post()
    assert (unavailable.status, unavailable.code, unavailable.headers["Retry-After"]) == (
        503,
        "connections_unavailable",
        "2",
    )
    assert unavailable.body["retryable"] is True
    assert (rows(world), world.queue.waiting, world.provider.requests) == (0, [], [])
    world.connections.unavailable = False
    assert (gateway.post().status, world.effects) == (200, 1)


@pytest.mark.parametrize("field", ["connection", "correlation_id", "source_event", "callback_url"])
@pytest.mark.parametrize("blank", [None, ""])
def test_fields_that_nobody_mapped_may_be_blank(gateway: Gateway, field: str, blank: object) -> None:
    assert gateway.post(order(**{field: blank})).status == 200


def test_an_action_that_there_is_not_is_not_found(gateway: Gateway) -> None:
    missing = gateway.post(order() | {"pathParameters": {"provider": "bare", "action": "nope"}})
    assert (missing.status, missing.code) == (404, "unknown_action")


def test_what_the_provider_refuses_is_a_424(gateway: Gateway, world: World) -> None:
    world.provider.next = [answers(422, {"error": "no_stock", "message": "We have no such book."})]
    refused = gateway.post()
    assert (refused.status, refused.code) == (424, "provider_rejected")
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert (refused.body["provider_status"], refused.body["detail"]) == (422, "We have no such book.")
    assert refused.body["retryable"] is False


def test_what_stopped_is_a_424_that_says_why(gateway: Gateway, world: World) -> None:
    world.provider.next = [world.provider.lose]
    stopped = gateway.post()
    assert (stopped.status, stopped.code, stopped.body["attention"]) == (424, "needs_input", "no_lookup")


def test_what_was_not_applied_yet_is_a_202(gateway: Gateway, world: World) -> None:
    world.provider.next = [answers(429, retry_after="7")]
    waiting = gateway.post(with_headers(order(), Prefer="wait=0"))
    assert (waiting.status, waiting.headers["Retry-After"]) == (202, "7")


def test_a_ledger_that_cannot_be_reached_is_a_503_with_a_time(gateway: Gateway, world: World) -> None:
    assert isinstance(world.ledger, MemoryLedger)
    world.ledger.unavailable = True
    unavailable = gateway.post()
    assert (unavailable.status, unavailable.code, unavailable.headers["Retry-After"]) == (
        503,
        "ledger_unavailable",
        "2",
    )
    assert unavailable.body["retryable"] is True
    assert world.provider.requests == []


def test_a_ledger_that_is_lost_after_the_effect_is_no_error(gateway: Gateway, world: World) -> None:
    def lose_the_ledger() -> None:
        assert isinstance(world.ledger, MemoryLedger)
        world.ledger.unavailable = True

    world.once.before_settle = lose_the_ledger
    answered = gateway.post(with_headers(order(), Prefer="wait=0"))
    assert (answered.status, answered.body["state"]) == (202, State.IN_FLIGHT)
    assert world.effects == 1


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], Preferences()),
        (["wait=5"], Preferences(wait=5_000)),
        (["wait=0"], Preferences(wait=0)),
        (["wait=60"], Preferences(wait=LONGEST_WAIT * 1000)),
        ([f"wait={'9' * 5000}"], Preferences()),
        (["wait=-1"], Preferences()),
        (["wait=1.5"], Preferences()),
        (["wait=soon"], Preferences()),
        (["wait"], Preferences()),
        (["respond-async"], Preferences(respond_async=True)),
        (["Respond-Async, Wait=5"], Preferences(wait=5_000, respond_async=True)),
        (["respond-async; wait=5"], Preferences(wait=5_000, respond_async=True)),
        (["respond-async", 'handling="strict"'], Preferences(respond_async=True, strict=True)),
        (["handling=lenient, return=minimal"], Preferences()),
    ],
)
def test_preferences_are_read_and_what_is_not_understood_is_ignored(values: list[str], expected: Preferences) -> None:
    assert preferences_of(request_of(with_headers(recorded("actions.post"), Prefer=values), "")) == expected
