"""The address that a request goes to: base, path and query."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from oncestep.domain.contract import Encoding
from oncestep.domain.identity import Json
from tests.unit.domain.freezing.ordering import BASE, OPERATION, frozen, sending


def url(path: str, value: Json = None, query: Json = None) -> str:
    return frozen(sending(Encoding.NONE, path=path, query=query or {}), value).url


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("/things", {}, "/things"),
        ("/things/{input.id}", {"id": "thing-1"}, "/things/thing-1"),
        ("/things/{input.id}/parts", {"id": 7}, "/things/7/parts"),
        ("/things/{input.id}", {"id": "x?y=1&z#f"}, "/things/x%3Fy%3D1%26z%23f"),
        ("/things/{input.id}", {"id": "ä %"}, "/things/%C3%A4%20%25"),
        ("/things/{input.id}", {}, "/things/"),
        ("/things/{operation.id}", {}, f"/things/{OPERATION}"),
        ("{+input.path}", {"path": "/a/b?c=d&e=f"}, "/a/b?c=d&e=f"),
        ("{+input.path}", {"path": "/a%20b/(c)d@e:f,$*!'?x;y=/../z"}, "/a%20b/(c)d@e:f,$*!'?x;y=/../z"),
        ("{+input.path}", {"path": "/ä b#c"}, "/%C3%A4%20b%23c"),
        ("/v1{+input.path}", {"path": "/orders"}, "/v1/orders"),
    ],
)
def test_placeholders_in_a_path_are_percent_encoded(path: str, value: Json, expected: str) -> None:
    assert url(path, value) == BASE + expected


@pytest.mark.parametrize(
    ("query", "value", "expected"),
    [
        ({"q": "{input.q}"}, {"q": "a b&c"}, "?q=a+b%26c"),
        ({"q": "{input.q}", "page": 2}, {}, "?page=2"),
        ({"q": "{input.q}"}, {}, ""),
        ({"q": "{input.q}"}, {"q": True}, "?q=true"),
        ({"filter": {"sku": "{input.q}"}}, {"q": "x"}, "?filter%5Bsku%5D=x"),
        ({"ids": "{input.q}"}, {"q": [1, 2]}, "?ids%5B0%5D=1&ids%5B1%5D=2"),
    ],
)
def test_a_query_is_mapped_like_a_form(query: Json, value: Json, expected: str) -> None:
    assert url("/things", value, query) == f"{BASE}/things{expected}"


def test_a_query_follows_one_that_the_path_has_already() -> None:
    assert url("{+input.path}", {"path": "/a?b=1"}, {"c": "2"}) == f"{BASE}/a?b=1&c=2"


@pytest.mark.parametrize("base_url", ["https://api.example/v2", "https://api.example/v2/"])
def test_a_base_url_may_end_with_a_slash(base_url: str) -> None:
    assert frozen(sending(), base_url=base_url).url == "https://api.example/v2/things"


@pytest.mark.parametrize(("method", "value"), [("post", {}), ("{input.method}", {"method": "Post"})])
def test_a_method_is_in_upper_case(method: str, value: Json) -> None:
    assert frozen(sending(method=method), value).method == "POST"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/\\;."), min_size=1))
def test_no_value_breaks_out_of_its_segment(text: str) -> None:
    assume("%" not in text)
    segment = url("/things/{input.id}/end", {"id": text}).removeprefix(f"{BASE}/things/").removesuffix("/end")
    assert not set(segment) & set("/?#& \r\n")
    assert segment.isascii()


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/\\;%.")))
def test_no_path_holds_what_a_request_line_cannot(text: str) -> None:
    path = url("/{+input.path}", {"path": text})
    assert path.isascii()
    assert not set(path) & set("# \r\n\t\0")
