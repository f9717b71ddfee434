"""What the address of a callback must look like; whether its host is allowed is the use case's matter."""

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from oncestep.domain.api_keys import holds_api_key
from oncestep.domain.errors import FieldError

LONGEST = 2_048
LONGEST_HOST = 253
"""As DNS has it. A refusal of a host repeats it."""
LOOPBACK = {"127.0.0.1", "localhost"}
_VISIBLE = re.compile(r"[!-~]+")
_FIELD = "callback_url"


def callback_problems(url: object, *, allow_loopback: bool) -> Iterator[FieldError]:
    """What is wrong with it; plain HTTP is for the local stack only."""
    if not isinstance(url, str) or len(url) > LONGEST or not _VISIBLE.fullmatch(url):
        yield FieldError(_FIELD, f"must be an address of at most {LONGEST} visible ASCII characters")
        return
    if holds_api_key(url) or holds_api_key(unquote(url)):
        yield FieldError(_FIELD, "holds an API key of Oncestep, which is a secret; send an address without it")
        return
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port  # reading the port checks it
    except ValueError:
        yield FieldError(_FIELD, "is no address")
        return
    if not host or (parts.scheme != "https" and not (allow_loopback and parts.scheme == "http" and host in LOOPBACK)):
        yield FieldError(_FIELD, "must begin with https:// and a host")
    if host and len(host) > LONGEST_HOST:
        yield FieldError(_FIELD, f"must have a host of at most {LONGEST_HOST} characters")
    if parts.username is not None or parts.fragment:
        yield FieldError(_FIELD, "must hold no user name and no fragment")
