"""The generated app in Zapier's own core, against an Oncestep that answers as it is told to."""

import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.platforms.driver import Account, Call
from tests.platforms.fake_api import (
    DONE,
    OPERATION,
    PROCESSING,
    Answer,
    FakeApi,
    done,
    fake_api,
    problem,
    processing,
)
from tests.platforms.zapier.core import LIMIT, Core, Failed
from tests.platforms.zapier.zap import bundle

ADJUST = "creates.inventory_adjust.operation"
CALLBACK = "https://zapier.example/hooks/callback/1/"
LATER = 60


@pytest.fixture(scope="module")
def core() -> Core:
    """With the app as it is committed."""
    return Core()


@pytest.fixture
def api() -> Iterator[FakeApi]:
    """Answers as it is told to."""
    with fake_api() as fake:
        yield fake


def step(api: FakeApi, **more: object) -> dict[str, Any]:
    """A step that takes an article from the stock."""
    return bundle(
        Account(api.url, "key_1.secret"), Call("inventory", "adjust", "order-1", {"sku": "a", "delta": -1}), **more
    )


def test_what_the_builder_filled_in_is_posted_as_it_is(core: Core, api: FakeApi) -> None:
    api.will(done())
    assert core.results(f"{ADJUST}.perform", step(api)) == DONE
    (asked,) = api.asked
    assert (asked.method, asked.path) == ("POST", "/v1/actions/inventory/adjust")
    assert asked.body == {"input": {"sku": "a", "delta": -1}, "idempotency_key": "order-1"}
    assert asked.headers["x-api-key"] == "key_1.secret"


def test_optional_fields_are_posted_when_they_are_filled_in(core: Core, api: FakeApi) -> None:
    api.will(done())
    core.results(f"{ADJUST}.perform", step(api, run_again=" second ", connection="shop", correlation_id=1842))
    assert api.asked[0].body == {
        "input": {"sku": "a", "delta": -1},
        "idempotency_key": "order-1:second",
        "connection": "shop",
        "correlation_id": "1842",
    }


def test_text_that_looks_like_a_template_stays_text(core: Core, api: FakeApi) -> None:
    api.will(done())
    text = "{{bundle.authData.api_key}} and {{process.env.HOME}}"
    core.results(f"{ADJUST}.perform", step(api, input_sku=text))
    assert api.asked[0].body["input"]["sku"] == text


@pytest.mark.parametrize("blank", ["", "  ", None])
def test_a_blank_key_is_refused_before_anything_is_sent(core: Core, api: FakeApi, blank: str | None) -> None:
    with pytest.raises(Failed, match="key is blank") as failed:
        core.execute(f"{ADJUST}.perform", step(api, idempotency_key=blank, run_again="second"))
    assert failed.value.name == "HaltedError"
    assert api.asked == []


@pytest.mark.parametrize(
    ("status", "name"),
    [
        *((status, "HaltedError") for status in (301, 400, 402, 403, 404, 409, 413, 422, 424)),
        (401, "ExpiredAuthError"),
        (429, "ThrottledError"),
        *((status, "AppError") for status in (500, 502, 503, 504)),
    ],
)
def test_a_status_says_what_zapier_does(core: Core, api: FakeApi, status: int, name: str) -> None:
    api.will(problem(status, retryable=False))
    with pytest.raises(Failed) as failed:
        core.execute(f"{ADJUST}.perform", step(api))
    assert failed.value.name == name
    assert len(api.asked) == 1


def test_what_may_be_sent_again_may_be_replayed(core: Core, api: FakeApi) -> None:
    api.will(problem(409, retryable=True))
    with pytest.raises(Failed) as failed:
        core.execute(f"{ADJUST}.perform", step(api))
    assert failed.value.name == "AppError"


@pytest.mark.parametrize("status", [429, 503])
def test_zapier_is_told_when_to_come_again(core: Core, api: FakeApi, status: int) -> None:
    api.will(Answer(status, problem(status).body, {"Retry-After": "7"}))
    with pytest.raises(Failed) as failed:
        core.execute(f"{ADJUST}.perform", step(api))
    assert (failed.value.name, failed.value.delay) == ("ThrottledError", 7)


def test_a_refusal_names_the_operation_once(core: Core, api: FakeApi) -> None:
    api.will(problem(424, "the card was declined", operation_id=OPERATION))
    with pytest.raises(Failed) as failed:
        core.execute(f"{ADJUST}.perform", step(api))
    assert failed.value.message == f"the card was declined (operation {OPERATION})"


def test_an_operation_in_progress_is_waited_for_at_the_connection_s_own_address(core: Core, api: FakeApi) -> None:
    api.will(processing(0), processing(0), done())
    envelope = core.execute(f"{ADJUST}.perform", step(api), CALLBACK)
    assert (envelope["status"], envelope["results"]) == ("SUCCESS", DONE)
    assert [asked.path.partition("?")[0] for asked in api.asked[1:]] == [f"/v1/operations/{OPERATION}/result"] * 2


def test_a_step_is_back_long_before_zapier_ends_it(core: Core, api: FakeApi) -> None:
    api.will(processing(1))
    begun = time.monotonic()
    assert core.execute(f"{ADJUST}.perform", step(api), CALLBACK)["status"] == "CALLBACK"
    assert time.monotonic() - begun < LIMIT - 5
    assert [asked.method for asked in api.asked] == ["POST", *["GET"] * (len(api.asked) - 2), "POST"]


def test_a_step_that_takes_longer_waits_to_be_called_and_then_fetches_the_result(core: Core, api: FakeApi) -> None:
    api.will(processing(LATER))
    envelope = core.execute(f"{ADJUST}.perform", step(api), CALLBACK)
    assert (envelope["status"], envelope["results"]) == ("CALLBACK", PROCESSING)
    first, second = api.asked
    assert second.body == {**first.body, "callback_url": CALLBACK}
    api.will(done())
    assert core.results(f"{ADJUST}.performResume", {**step(api), "outputData": envelope["results"]}) == DONE
    assert api.asked[-1].path.startswith(f"/v1/operations/{OPERATION}/result")


def test_a_step_that_settles_just_before_it_would_wait_is_run_again_and_not_left_waiting(
    core: Core, api: FakeApi
) -> None:
    api.will(processing(LATER), done())
    with pytest.raises(Failed) as failed:
        core.execute(f"{ADJUST}.perform", step(api), CALLBACK)
    assert (failed.value.name, failed.value.delay) == ("ThrottledError", 1)
    assert core.results(f"{ADJUST}.perform", step(api)) == DONE


def test_a_step_whose_calls_are_not_allowed_is_run_again(core: Core, api: FakeApi) -> None:
    api.will(processing(LATER), problem(400, errors=[{"field": "callback_url", "problem": "is not allowed"}]))
    with pytest.raises(Failed) as failed:
        core.execute(f"{ADJUST}.perform", step(api), CALLBACK)
    assert (failed.value.name, failed.value.delay) == ("ThrottledError", LATER)
    assert OPERATION in failed.value.message


def test_a_step_that_is_refused_just_before_it_would_wait_stops(core: Core, api: FakeApi) -> None:
    api.will(processing(LATER), problem(424, "the card was declined"))
    with pytest.raises(Failed, match="the card was declined") as failed:
        core.execute(f"{ADJUST}.perform", step(api), CALLBACK)
    assert failed.value.name == "HaltedError"


def test_where_zapier_gives_no_address_the_step_is_run_again(core: Core, api: FakeApi) -> None:
    api.will(processing(LATER))
    with pytest.raises(Failed) as failed:
        core.execute(f"{ADJUST}.perform", step(api))
    assert failed.value.name == "ThrottledError"


def test_a_test_in_the_editor_does_not_wait_to_be_called(core: Core, api: FakeApi) -> None:
    api.will(processing(LATER))
    with pytest.raises(Failed, match="still in progress") as failed:
        core.execute(f"{ADJUST}.perform", {**step(api), "meta": {"isLoadingSample": True}}, CALLBACK)
    assert failed.value.name == "AppError"
    assert len(api.asked) == 1


@pytest.mark.parametrize(("answer", "name"), [(problem(424), "HaltedError"), (processing(LATER), "ThrottledError")])
def test_a_call_is_only_believed_that_it_is_time_to_look(core: Core, api: FakeApi, answer: Answer, name: str) -> None:
    api.will(answer)
    call = {"data": {"status": "succeeded", "operation_id": "op_of_somebody_else"}}
    with pytest.raises(Failed) as failed:
        core.execute(f"{ADJUST}.performResume", {**step(api), "outputData": PROCESSING, "cleanedRequest": call})
    assert failed.value.name == name


@pytest.mark.parametrize("pasted", ["{}", "{}/", "{}/v1", "{}/v1/", " {}/v1// "])
def test_the_address_may_be_pasted_with_its_end(core: Core, api: FakeApi, pasted: str) -> None:
    api.will(done())
    data = {"base_url": pasted.format(api.url), "api_key": "key_1.secret"}
    core.execute(f"{ADJUST}.perform", {**step(api), "authData": data})
    assert api.asked[0].path == "/v1/actions/inventory/adjust"


@pytest.mark.parametrize(
    "address",
    [
        "",
        "oncestep.example.com",
        "http://oncestep.example.com",
        "http://127.0.0.1.example.com",
        "ftp://127.0.0.1",
        "https://user:word@oncestep.example.com",
        "https://oncestep.example.com?stage=v1",
    ],
)
def test_an_address_that_would_give_the_key_away_is_refused(core: Core, address: str) -> None:
    with pytest.raises(Failed, match="must be an https address"):
        core.results("authentication.test", {"authData": {"base_url": address, "api_key": "key_1.secret"}})


def test_a_site_that_is_no_oncestep_is_no_connection(core: Core, api: FakeApi) -> None:
    api.will(Answer(200, {"welcome": "to our shop"}))
    with pytest.raises(Failed, match="check the base URL"):
        core.results("authentication.test", step(api))


def test_a_redirect_does_not_take_the_key_along(core: Core, api: FakeApi) -> None:
    with fake_api() as other:
        other.will(done())
        api.will(Answer(307, {}, {"Location": f"{other.url}/v1/me"}))
        with pytest.raises(Failed, match="check the base URL"):
            core.results("authentication.test", step(api))
        assert other.asked == []


@pytest.mark.parametrize("name", ["stripe", "stripe.create_refund/../..", "../me", "", "a.b?c"])
def test_a_mapped_action_cannot_lead_elsewhere(core: Core, api: FakeApi, name: str) -> None:
    with pytest.raises(Failed, match="is no action"):
        core.execute("creates.runAnyAction.operation.perform", step(api, action=name))
    assert api.asked == []


def test_all_pages_of_what_waits_for_a_person_are_read(core: Core, api: FakeApi) -> None:
    first, last = ({"operation_id": f"op_{number}", "round": 2} for number in (1, 2))
    api.will(Answer(200, {"data": [first], "cursor": "9:op 1"}), Answer(200, {"data": [last], "cursor": None}))
    news = core.results("triggers.needs_person.operation.perform", step(api))
    assert [item["id"] for item in news] == ["op_1:2", "op_2:2"]
    assert [parse_qs(urlsplit(asked.path).query).get("cursor") for asked in api.asked] == [None, ["9:op 1"]]
