"""No input makes a path that leaves the base URL; the error names the field."""

from dataclasses import replace

import pytest

from oncestep.domain.contract import Encoding
from oncestep.domain.errors import InvalidRequest
from oncestep.domain.identity import Json
from tests.unit.domain.freezing.ordering import frozen, sending


def blamed(path: str, value: Json) -> list[str]:
    with pytest.raises(InvalidRequest) as refused:
        frozen(sending(Encoding.NONE, path=path), value)
    return [field.field for field in refused.value.fields]


@pytest.mark.parametrize(
    "path", ["/../admin", "/a/%2e%2e/b", "/a/%252e%252e/b", "/a;b", "/a\\b", "//elsewhere", "/a%2fb"]
)
def test_a_path_of_ones_own_stays_below_the_base(path: str) -> None:
    assert blamed("{+input.path}", {"path": path}) == ["input.path"]
    assert blamed("/v1{+input.path}", {"path": path}) == ["input.path"]


def test_a_path_of_ones_own_names_no_other_host() -> None:
    assert blamed("{+input.path}", {"path": "@elsewhere.example/"}) == ["input.path"]


@pytest.mark.parametrize("value", ["..", ".", "a/../b", "a/b", "%2e%2e", "a\\b", "a;b", "..%2fb"])
def test_a_value_in_a_path_is_one_step_and_no_other(value: str) -> None:
    assert blamed("/orders/{input.id}/ship", {"id": value}) == ["input.id"]
    assert blamed("/orders/{input.id}", {"id": value}) == ["input.id"]


def test_an_empty_value_within_a_path_is_refused() -> None:
    assert blamed("/orders/{input.id}/ship", {}) == ["input.id"]


def test_only_the_wrong_field_is_named() -> None:
    assert blamed("/orders/{input.id}/{input.part}", {"id": "..", "part": "a"}) == ["input.id"]


def test_fields_that_are_wrong_together_are_all_named() -> None:
    assert blamed("/orders/{input.a}{input.b}", {"a": ".", "b": "."}) == ["input.a", "input.b"]


def test_the_query_may_hold_whatever_it_likes() -> None:
    assert frozen(sending(Encoding.NONE, path="{+input.path}"), {"path": "/a?b=/../c//;"}).url.endswith("/a?b=/../c//;")


def test_a_callers_own_address_may_have_any_path() -> None:
    """Its base is its origin alone, and its host is one that the client has allowed."""
    callback = replace(sending(Encoding.NONE, path="{+input.path}"), internal=True)
    assert frozen(callback, {"path": "/a;b//c%2Fd"}).url.endswith("/a;b//c%2Fd")
