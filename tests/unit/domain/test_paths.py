"""Which paths stay below their base, whatever a server makes of them."""

import pytest

from oncestep.domain.paths import path_problem

BELOW = [
    "/",
    "/orders",
    "/orders/",
    "/orders/a.b/..c/d../...",
    "/orders/%C3%BC%20x",
    "/orders/50%25",
    "/orders/a:b@c,d=e&f+g!$'()*~",
    "/orders?next=/../x&a=%2f;b\\c//",
]


@pytest.mark.parametrize("path", BELOW)
def test_a_path_below_its_base_has_no_problem(path: str) -> None:
    assert path_problem(path) is None


STEPS = ["..", ".", "%2e", "%2E%2e", ".%2e", "%2E.", "%252e%252e", "%25252e", "..%20", "%2e%00"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("path", ["/{}", "/{}/", "/a/{}/b", "/a/{}?b=c"])
def test_a_dot_segment_is_found_in_every_encoding(path: str, step: str) -> None:
    assert path_problem(path.format(step))


ODD = {
    "double slash": "/a//b",
    "leading double slash": "//elsewhere.example/a",
    "encoded slash": "/a%2fb",
    "encoded slash in capitals": "/a%2Fb",
    "slash encoded twice": "/a%252fb",
    "a step behind an encoded slash": "/a/..%2f..%2fadmin",
    "backslash": "/a\\b",
    "encoded backslash": "/a/..%5c..%5cadmin",
    "backslash encoded twice": "/a%255cb",
    "semicolon": "/a/..;/admin",
    "encoded semicolon": "/a/..%3b/admin",
    "overlong dots": "/a/%c0%ae%c0%ae/admin",
    "a percent sign without digits": "/a/%u002e%u002e/admin",
    "a percent sign at the end": "/50%",
    "encoded many times over": "/a/%2525252525252e",
    "a line break": "/a%0d%0ab",
    "no slash": "a",
    "nothing": "",
    "another host": "@elsewhere.example/",
}


@pytest.mark.parametrize("path", ODD.values(), ids=ODD.keys())
def test_what_servers_read_in_different_ways_is_a_problem(path: str) -> None:
    assert path_problem(path)
