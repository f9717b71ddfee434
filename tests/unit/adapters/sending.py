"""A sender that may reach this machine, and requests to the servers of the tests."""

from oncestep.adapters.address_guard import AddressGuard
from oncestep.adapters.urllib3_sender import Urllib3Sender
from oncestep.application.ports import Outgoing

HOST = "127.0.0.1"
LOCAL = Urllib3Sender(AddressGuard(allow_loopback=True))


def request(  # noqa: PLR0913 - a request has as many parts
    port: int,
    target: str = "/things",
    *,
    method: str = "POST",
    scheme: str = "http",
    host: str = HOST,
    headers: tuple[tuple[str, str], ...] = (),
    body: bytes = b"",
    timeout: int = 5_000,
) -> Outgoing:
    """A request to a server of a test."""
    return Outgoing(method, f"{scheme}://{host}:{port}{target}", headers, body, (host,), timeout)
