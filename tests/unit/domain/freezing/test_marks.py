"""A mark that a connection's rules ask for is in the frozen request, and nothing else is in its place."""

from dataclasses import replace

import pytest

from oncestep.domain.contract import Action, KeyPlace, Mark
from oncestep.domain.errors import InvalidRequest
from oncestep.domain.freezing import freeze
from oncestep.domain.identity import Json
from oncestep.domain.operation import FrozenRequest
from oncestep.domain.terms import borne_marks
from tests.support.ruled import BASE, RULED

OPERATION = "op_abcdefghijklmnopqrstuvwxyz"


def marked(place: KeyPlace, name: str) -> Action:
    return replace(RULED, request=replace(RULED.request, mark=Mark(place, name)))


def frozen(action: Action, **value: Json) -> FrozenRequest:
    return freeze(action, {"path": "/things", **value}, OPERATION, BASE)


def blamed(action: Action, **value: Json) -> str:
    with pytest.raises(InvalidRequest) as refused:
        frozen(action, **value)
    return refused.value.fields[0].field


def test_a_header_bears_it() -> None:
    assert ("X-Reference", OPERATION) in frozen(marked(KeyPlace.HEADER, "X-Reference")).headers


@pytest.mark.parametrize(("path", "separator"), [("/things", "?"), ("/things?a=1", "&")])
def test_a_query_field_bears_it(path: str, separator: str) -> None:
    assert frozen(marked(KeyPlace.QUERY, "ref"), path=path).url == f"{BASE}{path}{separator}ref={OPERATION}"


@pytest.mark.parametrize(
    ("name", "body", "expected"),
    [
        ("ref", "{}", f'{{"ref":"{OPERATION}"}}'),
        (
            "ref",
            '{"price": 19.90, "n": 12345678901234567890}',
            f'{{"price":19.9,"n":12345678901234567890,"ref":"{OPERATION}"}}',
        ),
        ("meta.ref", '{"a": "ü"}', f'{{"a":"ü","meta":{{"ref":"{OPERATION}"}}}}'),
        ("meta.ref", '{"meta": {"b": 1}}', f'{{"meta":{{"b":1,"ref":"{OPERATION}"}}}}'),
    ],
)
def test_a_path_in_a_json_body_bears_it(name: str, body: str, expected: str) -> None:
    assert frozen(marked(KeyPlace.BODY, name), body=body).body.decode() == expected


@pytest.mark.parametrize("body", ["", "order", "[]", '"a"', "{", '{"ref": "x"}', '{"ref": null}'])
def test_a_body_that_cannot_bear_it_or_has_something_there_is_refused(body: str) -> None:
    assert blamed(marked(KeyPlace.BODY, "ref"), body=body) == "input.body"


def test_a_body_with_something_else_on_the_way_is_refused() -> None:
    assert blamed(marked(KeyPlace.BODY, "meta.ref"), body='{"meta": [1]}') == "input.body"


def test_a_header_or_a_query_field_of_that_name_is_refused() -> None:
    assert blamed(marked(KeyPlace.HEADER, "X-Reference"), headers={"x-reference": "a"}) == "input.headers.x-reference"
    assert blamed(marked(KeyPlace.QUERY, "ref"), path="/things?ref=a") == "input.path"


def test_a_header_with_the_name_of_the_keys_is_refused() -> None:
    assert blamed(RULED, headers={"IDEMPOTENCY-KEY": "mine"}) == "input.headers.IDEMPOTENCY-KEY"


def test_the_row_remembers_which_mark_its_request_bears() -> None:
    actions = [RULED, *(marked(place, name) for place in KeyPlace for name in ("ref", "other"))]
    assert len({borne_marks(action, OPERATION) for action in actions}) == len(actions)
