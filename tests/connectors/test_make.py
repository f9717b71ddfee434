"""The app for Make: by Make's schemas, by the rules that these do not check, and as it is run."""

import json
import re
import struct
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import httpx
import pytest

import connectors.platforms.make as platform
from connectors.packages import words
from connectors.packages.catalogue import Action
from connectors.packages.writing import write_tree
from connectors.platforms.make.base import ERRORS
from connectors.platforms.make.naming import component_id
from connectors.platforms.make.parameters import OWN_NAMES
from tests.connectors.make_schemas import validator_of
from tests.connectors.private_contract import whole_catalogue
from tests.connectors.vendor_schemas import problems
from tests.platforms.driver import Account
from tests.platforms.make.app import App
from tests.platforms.make.iml import evaluate
from tests.platforms.make.requests import Failure, Runner

ACCOUNT = Account("https://once.example.com", "key_1.secret")
FILES = {file.path: file.content for file in platform.emit(whole_catalogue())}
JSON_FILES = {path: json.loads(content) for path, content in FILES.items() if path.endswith(".json")}
each_action = pytest.mark.parametrize("action", whole_catalogue().actions, ids=lambda action: action.full_name)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> App:
    """The app with private actions."""
    folder = tmp_path_factory.mktemp("apps")
    write_tree({f"make/{path}": content for path, content in FILES.items()}, folder, ["make"])
    return App(folder / "make")


def test_the_icon_has_the_size_that_make_wants() -> None:
    assert FILES["icon.png"][:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", FILES["icon.png"][16:24]) == (512, 512)


@pytest.mark.parametrize("path", JSON_FILES)
def test_a_file_is_as_make_s_schema_wants_it(path: str) -> None:
    assert problems(validator_of(path), JSON_FILES[path]) == []


def test_the_manifest_names_every_file_and_no_other(app: App) -> None:
    entries = [entry for kind in app.manifest["components"].values() for entry in kind.values()]
    named = [path for entry in entries for path in entry["codeFiles"].values()]
    named += list(app.manifest["generalCodeFiles"].values())
    assert Counter(named) == Counter(FILES.keys() - {"makecomapp.json", "icon.png"})  # Make takes the icon by hand


def test_components_have_names_that_make_takes(app: App) -> None:
    for kind in ("module", "rpc", "endpoint"):
        for name in app.manifest["components"][kind]:
            assert re.fullmatch(r"[a-zA-Z][0-9a-zA-Z]{3,47}", name), name


def test_a_long_name_is_cut_and_stays_its_own() -> None:
    long = "a_very_long_name_that_goes_on_and_on_and_on_for_ever_and_a_day"
    names = {component_id(_renamed(f"{long}_{end}")) for end in ("one", "two")}
    assert len(names) == 2
    assert all(len(name) == 48 for name in names)


def test_every_module_is_in_a_group_of_the_editor(app: App) -> None:
    grouped = [name for group in JSON_FILES["modules/groups.json"] for name in group["modules"]]
    assert Counter(grouped) == Counter(app.manifest["components"]["module"].keys())


def test_what_a_component_refers_to_is_there(app: App) -> None:
    for kind in ("module", "rpc"):
        for entry in app.manifest["components"][kind].values():
            assert entry["connection"] in app.manifest["components"]["connection"]
    text = json.dumps(JSON_FILES)
    assert set(re.findall(r"rpc://(\w+)", text)) == app.manifest["components"]["rpc"].keys()


def test_endpoints_say_that_they_may_be_repeated(app: App) -> None:
    endpoints = app.manifest["components"]["endpoint"]
    assert endpoints.keys() == {component_id(action) for action in whole_catalogue().actions}
    assert all(entry["annotations"]["idempotentHint"] for entry in endpoints.values())


@each_action
def test_a_module_asks_for_the_key_and_for_the_action_s_fields(app: App, action: Action) -> None:
    fields = app.code("module", app.module(action.provider, action.name), "mappableParams")
    assert fields[0]["help"] == words.KEY_HELP
    assert [field["name"] for field in fields if field["name"] not in OWN_NAMES] == [one.name for one in action.fields]
    assert not {one.name for one in action.fields} & set(OWN_NAMES)


@each_action
def test_a_module_sends_what_was_filled_in(app: App, action: Action) -> None:
    (sent,) = _run(app, action, {"oncestep_key": "order-1842", **_filled(action)}, _done())
    assert json.loads(sent.content)["input"] == _plain(action)
    assert json.loads(sent.content)["idempotency_key"] == "order-1842"
    assert str(sent.url) == f"https://once.example.com/v1{action.path}"
    assert sent.headers["x-api-key"] == "key_1.secret"


def test_run_again_is_added_to_the_key(app: App) -> None:
    mail = _action("mail.send")
    filled = {"oncestep_key": "order-1842", "oncestep_run_again": "2", **mail.sample_input}
    (sent,) = _run(app, mail, filled, _done())
    assert json.loads(sent.content)["idempotency_key"] == "order-1842:2"


@pytest.mark.usefixtures("_quick")
def test_what_is_processing_is_asked_again_with_the_same_bytes(app: App) -> None:
    sent = _run(app, _action("mail.send"), {"oncestep_key": "1"}, _processing(), _processing(), _done())
    assert len(sent) == 3
    assert len({request.content for request in sent}) == 1


@pytest.mark.usefixtures("_quick")
def test_what_stays_processing_is_an_error_that_make_tries_again(app: App) -> None:
    answers = [_processing() for _ in range(20)]
    with pytest.raises(Failure, match="op_1 is still processing") as failed:
        _run(app, _action("mail.send"), {"oncestep_key": "1"}, *answers)
    assert failed.value.type == "ConnectionError"


@pytest.mark.parametrize(("status", "kind"), [(int(status), kind) for status, kind in ERRORS.items()])
def test_a_status_becomes_the_error_that_make_knows(app: App, status: int, kind: str) -> None:
    problem = httpx.Response(status, json={"detail": "why", "operation_id": "op_1"})
    with pytest.raises(Failure, match=r"why \(operation op_1\)") as failed:
        _run(app, _action("mail.send"), {"oncestep_key": "1"}, problem)
    assert failed.value.type == kind


def test_a_gateway_s_page_is_an_error_too(app: App) -> None:
    with pytest.raises(Failure, match="Oncestep did not answer as it should") as failed:
        _run(app, _action("mail.send"), {"oncestep_key": "1"}, httpx.Response(502, html="<h1>Bad gateway</h1>"))
    assert failed.value.type == "ConnectionError"


def test_any_action_can_be_chosen_and_its_fields_follow(app: App) -> None:
    catalogue = {"data": [{"provider": "mail", "action": "send", "title": "Send a message"}]}
    entry = {"input_schema": _action("depot.ship_parcel").input_schema}
    options = _ask(app, "listActions", {}, catalogue)
    fields = _ask(app, "actionFields", {"oncestep_action": "mail/send"}, entry)
    assert options == [{"label": "Send a message (mail)", "value": "mail/send"}]
    by_name = {field["name"]: field for field in fields}
    assert (by_name["order"]["type"], by_name["order"]["required"]) == ("text", True)
    assert (by_name["weight"]["type"], by_name["value"]["required"]) == ("integer", False)
    assert by_name["lines"]["type"] == "any"
    assert by_name["carrier"]["help"] == "Who brings it. One of: road, rail."


def test_any_action_sends_its_fields_and_none_of_the_app_s_own(app: App) -> None:
    filled = {"oncestep_action": "mail/send", "oncestep_key": "1", "oncestep_connection": "b", "to": "a@b.example"}
    (sent,) = _sent(app, "runAnyAction", filled, _done())
    assert sent.url.path == "/v1/actions/mail/send"
    assert json.loads(sent.content) == {"input": {"to": "a@b.example"}, "idempotency_key": "1", "connection": "b"}


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pauses between repetitions."""
    monkeypatch.setattr("tests.platforms.make.requests.time.sleep", lambda _: None)


def _run(app: App, action: Action, filled: Mapping[str, Any], *answers: httpx.Response) -> list[httpx.Request]:
    return _sent(app, app.module(action.provider, action.name), filled, *answers)


def _sent(app: App, module: str, filled: Mapping[str, Any], *answers: httpx.Response) -> list[httpx.Request]:
    sent: list[httpx.Request] = []
    waiting = list(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return waiting.pop(0)

    with httpx.Client(transport=httpx.MockTransport(answer)) as client:
        Runner(client, {"parameters": filled, "connection": app.connection(ACCOUNT)}).run(
            app.requests("module", module)
        )
    return sent


def _ask(app: App, procedure: str, parameters: Mapping[str, Any], answer: Mapping[str, Any]) -> Any:  # noqa: ANN401
    with httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, json=answer))) as client:
        context = {"parameters": parameters, "connection": app.connection(ACCOUNT)}
        return Runner(client, context).run(app.requests("rpc", procedure))


def _filled(action: Action) -> dict[str, Any]:
    """The sample as the form takes it: maps as lists of names and values."""
    maps = {field.name for field in action.fields if field.type == "object"}
    return {
        name: [{"key": key, "value": one} for key, one in value.items()] if name in maps else value
        for name, value in action.sample_input.items()
    }


def _plain(action: Action) -> dict[str, Any]:
    """The sample; maps that were left out are sent as null, which counts as absent."""
    absent = {field.name: None for field in action.fields if field.type == "object"}
    return {**absent, **action.sample_input}


def _action(full_name: str) -> Action:
    return next(action for action in whole_catalogue().actions if action.full_name == full_name)


def _renamed(name: str) -> Action:
    action = _action("mail.send")
    return replace(action, name=name)


def _done() -> httpx.Response:
    return httpx.Response(200, json={"status": "succeeded"})


def _processing() -> httpx.Response:
    return httpx.Response(202, json={"status": "processing", "operation_id": "op_1"})


def _templates(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    if isinstance(value, str) and "{{" in value:
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _templates(part)


@pytest.mark.parametrize("path", [path for path in JSON_FILES if any(_templates(JSON_FILES[path]))])
def test_every_expression_can_be_read(path: str) -> None:
    value: dict[str, Any] = {"properties": {}, "required": []}
    body = {"input_schema": value, "data": [], "detail": "", "status": ""}
    for template in _templates(JSON_FILES[path]):
        evaluate(template, {"parameters": {}, "body": body, "item": {"value": {}}, "statusCode": 200})
