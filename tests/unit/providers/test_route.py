import argparse

import pytest

from cli.providers.proxy.route import Route, parse_route


def test_a_route_is_a_name_a_port_and_a_provider() -> None:
    assert parse_route("mail=4001,http://127.0.0.1:4000/") == Route("mail", 4001, "http://127.0.0.1:4000")


@pytest.mark.parametrize(
    "text",
    ["", "mail", "mail=4001", "=4001,http://x", "mail=0,http://x", "mail=x,http://x", "mail=4001,ftp://x"],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not"):
        parse_route(text)
