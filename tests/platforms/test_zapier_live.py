"""The generated app in Zapier's own core, against the running stack: what Zapier does to values, and what is live."""

import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from cli.local.stack_file import Stack
from tests.platforms.driver import Account, Call, Ended
from tests.platforms.zapier.calls import calls
from tests.platforms.zapier.core import Core, Failed
from tests.platforms.zapier.zap import Zap, auth_data, bundle
from tests.support.outside import Outside
from tests.support.steps import Step, adjustment, message, payment

ANY = "creates.runAnyAction.operation"


@pytest.fixture(scope="module")
def core() -> Core:
    """With the app as it is committed."""
    return Core()


@pytest.fixture(scope="module")
def zap(core: Core) -> Iterator[Zap]:
    """Runs steps."""
    with calls() as receiver:
        yield Zap(core, receiver)


@pytest.fixture(scope="module")
def account(stack: Stack) -> Account:
    """The builder's connection."""
    return Account(stack.api_url, stack.builder_key)


def chosen(account: Account, name: str, **fields: object) -> dict[str, Any]:
    """A step that runs any action."""
    return {"authData": auth_data(account), "inputData": {"action": name, **fields}, "meta": {}}


@pytest.mark.parametrize(("first", "then"), [(1999, "1999"), ("1999", 1999), (1999, 1999.0)])
def test_a_number_is_the_same_whether_zapier_made_it_text_or_not(
    zap: Zap, account: Account, outside: Outside, first: object, then: object
) -> None:
    step = payment()
    for amount in (first, then):
        call = Call("localstripe", "create_payment", step.key, {**step.value, "amount": amount})
        ran = zap.run("localstripe_create_payment", bundle(account, call), call.wait)
        assert ran.ended is Ended.DONE, ran
    assert outside.effects(step) == 1


def test_a_default_that_zapier_adds_in_one_run_and_not_in_another_changes_nothing(zap: Zap, account: Account) -> None:
    key = secrets.token_hex(8)
    value = {"path": "/adjustments", "body": f'{{"sku": "sku-book", "delta": -1, "reference": "{key}"}}'}
    seen = set()
    for more in ({}, {"method": "POST", "headers": {}}, {"content_type": "application/json", "headers": ""}):
        ran = zap.run("http_request", bundle(account, Call("http", "request", key, {**value, **more})), 60)
        assert ran.ended is Ended.DONE, ran
        seen.add(ran.output["remote_id"] or ran.output["result"]["id"])
    assert len(seen) == 1


def test_run_again_is_another_operation_and_its_repeat_is_not(zap: Zap, account: Account, outside: Outside) -> None:
    step = adjustment()
    call = Call("inventory", "adjust", step.key, step.value)
    ran = [
        zap.run("inventory_adjust", bundle(account, call, run_again=again), 60) for again in ("", "second", "second")
    ]
    first, second, third = (one.output["operation_id"] for one in ran)
    assert first == step.operation_id
    assert second == third != first
    assert outside.effects(step) == 1


def test_the_list_of_actions_is_live(core: Core, account: Account) -> None:
    listed = core.results("triggers.action_list.operation.perform", chosen(account, ""))
    assert {"id": "inventory.adjust", "title": "Adjust stock (inventory)"} in listed


def test_the_fields_of_any_action_are_those_of_its_own_step(core: Core, account: Account) -> None:
    creates = core.definition()["creates"]
    for item in core.results("triggers.action_list.operation.perform", chosen(account, "")):
        key = item["id"].replace(".", "_")
        live = core.results(f"{ANY}.inputFields", chosen(account, item["id"]))
        made = creates[key]["operation"]["inputFields"]
        assert own_fields(live) == own_fields(made), item["id"]
        results = core.results(f"{ANY}.outputFields", chosen(account, item["id"]))
        assert results == creates[key]["operation"]["outputFields"]


def own_fields(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """An action's own, apart from what depends on the choice."""
    own = [field for field in fields if field["key"].startswith("input_") or field["key"] == "help"]
    return [{name: value for name, value in field.items() if name != "dependsOn"} for field in own]


def test_before_an_action_is_chosen_there_are_only_the_common_fields(core: Core, account: Account) -> None:
    fields = core.results(f"{ANY}.inputFields", {"authData": auth_data(account), "inputData": {}})
    keys = [field["key"] for field in fields]
    assert keys == ["action", "idempotency_key", "run_again", "connection", "correlation_id"]


def test_any_action_is_the_same_operation_as_its_own_step(zap: Zap, account: Account, outside: Outside) -> None:
    step = adjustment()
    fields = {f"input_{name}": value for name, value in step.value.items()}
    ran = zap.run("runAnyAction", chosen(account, step.action, idempotency_key=step.key, **fields), 60)
    assert (ran.ended, ran.output["operation_id"]) == (Ended.DONE, step.operation_id), ran
    again = zap.run("inventory_adjust", bundle(account, Call("inventory", "adjust", step.key, step.value)), 60)
    assert again.output == {**ran.output, "replayed": True}
    assert outside.effects(step) == 1


def test_an_action_that_there_is_not_stops_and_says_so(core: Core, account: Account) -> None:
    with pytest.raises(Failed, match=r"no action nobody\.nothing") as failed:
        core.results(f"{ANY}.inputFields", chosen(account, "nobody.nothing"))
    assert failed.value.name == "HaltedError"


def test_an_operation_is_found_by_its_id(core: Core, zap: Zap, account: Account) -> None:
    step = adjustment()
    zap.run("inventory_adjust", bundle(account, Call("inventory", "adjust", step.key, step.value)), 60)
    found = core.results("searches.find_operation.operation.perform", search(account, f" {step.operation_id} "))
    (one,) = found
    assert (one["id"], one["status"], one["idempotency_key"]) == (step.operation_id, "succeeded", step.key)
    sample = core.definition()["searches"]["find_operation"]["operation"]["sample"]
    assert sample.keys() <= one.keys()


@pytest.mark.parametrize("name", ["op_nothing", "../me", "op_a/result?x=", ""])
def test_an_operation_that_there_is_not_is_not_found(core: Core, account: Account, name: str) -> None:
    assert core.results("searches.find_operation.operation.perform", search(account, name)) == []


def search(account: Account, name: str) -> dict[str, Any]:
    """The search's fields."""
    return {"authData": auth_data(account), "inputData": {"operation_id": name}}


def test_what_waits_for_a_person_starts_a_zap_once_for_each_stop(
    core: Core, zap: Zap, account: Account, outside: Outside
) -> None:
    step = message()
    outside.refuse_credentials(step)
    zap.run("mail_send", bundle(account, Call("mail", "send", step.key, step.value)), 60)
    news = core.results("triggers.needs_person.operation.perform", {"authData": auth_data(account), "inputData": {}})
    (one,) = (item for item in news if item["operation_id"] == step.operation_id)
    assert (one["id"], one["attention"]) == (f"{step.operation_id}:1", "connection")


def test_a_step_that_takes_longer_than_zapier_allows_is_called_when_it_is_done(
    zap: Zap, account: Account, outside: Outside
) -> None:
    step = adjustment()
    be_busy(outside, step)
    called, resumed = waited(zap, account, step)
    assert called == "operation.succeeded"
    output = zap.core.results("creates.inventory_adjust.operation.performResume", resumed)
    assert (output["operation_id"], output["status"]) == (step.operation_id, "succeeded")
    assert output["result"]["sku"] == step.value["sku"]
    assert outside.effects(step) == 1


def test_a_step_that_stops_while_it_waits_is_called_too_and_says_why(
    zap: Zap, account: Account, outside: Outside
) -> None:
    step = message()
    be_busy(outside, step)
    outside.refuse_credentials(step)
    called, resumed = waited(zap, account, step)
    assert called == "operation.needs_input"
    with pytest.raises(Failed, match=step.operation_id) as failed:
        zap.core.results("creates.mail_send.operation.performResume", resumed)
    assert failed.value.name == "HaltedError"
    assert outside.effects(step) == 0


def be_busy(outside: Outside, step: Step) -> None:
    """Once, and for longer than a step may poll."""
    outside.strike(step, "status", status=429, headers={"Retry-After": "22"}, body={"error": "busy", "message": "busy"})


def waited(zap: Zap, account: Account, step: Step) -> tuple[str, dict[str, Any]]:
    """Runs the step until it is called; of what event, and what it is resumed with."""
    provider, _, action = step.action.partition(".")
    fields = bundle(account, Call(provider, action, step.key, step.value))
    address = zap.calls.new_address()
    envelope = zap.core.execute(f"creates.{provider}_{action}.operation.perform", fields, address)
    assert envelope["status"] == "CALLBACK"
    call = zap.calls.next(address, 60)
    assert call
    return call["type"], {**fields, "outputData": envelope["results"], "cleanedRequest": call}
