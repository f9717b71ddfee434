"""One provider behind the proxy: its name, the port that stands for it, and where it really is."""

import argparse
from dataclasses import dataclass
from urllib.parse import urlsplit

PORTS = range(1, 65_536)


@dataclass(frozen=True, slots=True)
class Route:
    provider: str
    port: int
    upstream: str


def parse_route(text: str) -> Route:
    """Read NAME=LISTENPORT,http://HOST:PORT as argparse wants it read."""
    provider, _, rest = text.partition("=")
    port, _, upstream = rest.partition(",")
    if not provider or not port.isdecimal() or int(port) not in PORTS:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=LISTENPORT,URL")
    if urlsplit(upstream).scheme not in ("http", "https"):
        raise argparse.ArgumentTypeError(f"{upstream!r} is not an http URL")
    return Route(provider, int(port), upstream.rstrip("/"))
