"""What is read out of API Gateway's events, and what goes back to it."""

import base64
import json

import pytest

from oncestep.domain.callers import Caller, Role, Scope
from oncestep.domain.errors import LONGEST_REPEATED, InvalidRequest, PayloadTooLarge
from oncestep.domain.json_text import DEEPEST
from oncestep.runtime.http import LARGEST_BODY, Request, Response, authorized_context, request_of
from tests.unit.runtime.events import by, recorded, with_body, with_headers

CALLER = Caller("key_9", "acme", Role.OPERATOR, Scope.ALL, ("stripe.*", "mail.send"), "Olga \N{SNOWMAN}")


def posted(body: str) -> Request:
    return request_of(with_body(recorded("actions.post"), body), "")


def test_a_request_is_read_whole() -> None:
    request = request_of(recorded("operations.result"), "")
    operation_id = "op_abcdefghijklmnopqrstuvwxyz"
    assert (request.method, request.resource) == ("GET", "/operations/{id}/result")
    assert (request.path, request.query) == ({"id": operation_id}, {"wait": "5"})
    assert request.header("user-agent") == ("n8n",)
    assert request.body == b""
    assert request.instance == f"/v1/operations/{operation_id}/result"


def test_what_an_event_leaves_out_is_empty() -> None:
    event = recorded("operations.me") | {"headers": None, "multiValueHeaders": None}
    request = request_of(event, "")
    assert (request.path, request.query, request.headers, request.body) == ({}, {}, {}, b"")


def test_a_header_that_came_twice_has_both_values_whatever_its_case() -> None:
    event = with_headers(recorded("operations.me"), Prefer=["respond-async", "wait=5"], prefer="handling=strict")
    assert request_of(event, "").header("prefer") == ("respond-async", "wait=5", "handling=strict")


def test_headers_of_an_event_without_multiple_values_are_read_too() -> None:
    event = recorded("operations.me") | {"multiValueHeaders": None, "headers": {"Idempotency-Key": "order-1"}}
    assert request_of(event, "").header("idempotency-key") == ("order-1",)


@pytest.mark.parametrize("caller", [CALLER, Caller("key_1", "other", Role.BUILDER, Scope.OWN, (), "")])
def test_the_caller_comes_from_the_authorizer_as_it_went_in(caller: Caller) -> None:
    assert request_of(by(recorded("operations.me"), caller), "").caller == caller
    assert all(isinstance(value, str) for value in authorized_context(caller).values())


@pytest.mark.parametrize(
    ("public_url", "base_url"),
    [
        ("", "https://a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com"),
        ("https://oncestep.example", "https://oncestep.example"),
        ("https://oncestep.example/", "https://oncestep.example"),
    ],
)
def test_callers_are_pointed_to_the_public_address(public_url: str, base_url: str) -> None:
    assert request_of(recorded("operations.me"), public_url).base_url == base_url


def test_a_body_in_base64_is_decoded() -> None:
    event = recorded("actions.post")
    event |= {"body": base64.b64encode('{"input": "größer"}'.encode()).decode(), "isBase64Encoded": True}
    assert request_of(event, "").json() == {"input": "größer"}


@pytest.mark.parametrize(
    "body",
    [
        "",
        "text",
        "{",
        '{"a": 1} x',
        "[]",
        "5",
        "null",
        '"text"',
        '{"a": NaN}',
        '{"a": Infinity}',
        '{"a": -Infinity}',
        '{"a": 1e999}',
        f'{{"a": {"9" * 5000}}}',
        r'{"a": "\ud800"}',
        r'{"\ud83d": 1}',
        "[" * 100_000,
    ],
)
def test_a_body_that_is_no_json_object_is_refused(body: str) -> None:
    with pytest.raises(InvalidRequest, match="the body"):
        posted(body).json()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "the body is empty; send a JSON object"),
        (b" \n", "the body is empty; send a JSON object"),
        (b'{\n"a" 1}', "the body is not JSON that can be taken: it is wrong at line 2, column 5"),
        (b'{"a": "\xff"}', "the body is not JSON that can be taken: it is not text in UTF-8"),
        (
            rb'{"a": "\ud800"}',
            "the body is not JSON that can be taken: a text in it holds half a character, such as half an emoji",
        ),
        (
            b'{"a": %s}' % (b"9" * 5_000),
            "the body is not JSON that can be taken: a number in it has more than 4300 digits",
        ),
        (b'{"a": NaN}', "the body is not JSON that can be taken: NaN is not JSON"),
    ],
)
def test_what_is_wrong_with_a_body_is_said_in_words_of_ours(body: bytes, told: str) -> None:
    event = recorded("actions.post") | {"body": base64.b64encode(body).decode(), "isBase64Encoded": True}
    with pytest.raises(InvalidRequest) as refused:
        request_of(event, "").json()
    assert str(refused.value) == told


def test_what_a_path_holds_is_cut_where_it_can_name_nothing() -> None:
    event = recorded("operations.result") | {"pathParameters": {"id": "a" * 9_000}}
    assert request_of(event, "").path == {"id": "a" * LONGEST_REPEATED + "..."}


def test_a_blank_parameter_counts_as_absent() -> None:
    event = recorded("operations.result") | {"queryStringParameters": {"wait": "", "state": " ", "limit": "5"}}
    assert request_of(event, "").query == {"limit": "5"}


@pytest.mark.parametrize("levels", [DEEPEST + 1, 900, 1_500, 100_000])
def test_a_body_that_nests_too_deep_is_told_how_deep_it_may(levels: int) -> None:
    with pytest.raises(InvalidRequest, match=f"nested deeper than {DEEPEST} levels"):
        posted('{"input": {"a": ' + "[" * (levels - 2) + "]" * (levels - 2) + "}}").json()


def test_a_body_may_nest_down_to_the_bound() -> None:
    assert posted('{"a": ' + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1) + "}").json()


def test_characters_beyond_the_first_plane_are_let_through() -> None:
    assert posted(r'{"a": "\ud83d\ude00"}').json() == {"a": "\N{GRINNING FACE}"}


def test_a_body_is_refused_above_its_bound_and_not_below() -> None:
    filled = json.dumps({"a": "a" * (LARGEST_BODY - 9)})
    assert posted(filled).json()
    with pytest.raises(PayloadTooLarge):
        posted(filled + " ").json()


def test_a_response_is_json_that_nobody_stores() -> None:
    raw = Response(202, {"status": "processing"}, {"Retry-After": "1"}).for_gateway()
    assert raw == {
        "statusCode": 202,
        "headers": {"Content-Type": "application/json", "Cache-Control": "no-store", "Retry-After": "1"},
        "body": '{"status":"processing"}',
        "isBase64Encoded": False,
    }
