"""Reads past informational answers: the client of the standard library knows only 100 (RFC 9110, 15.2)."""

from http import HTTPStatus
from http.client import HTTPResponse


class FinalResponse(HTTPResponse):
    """The final response to a request, however many informational ones such as 103 come before it."""

    def begin(self) -> None:
        """Read status line and headers, again after each informational response; 101 ends HTTP, so it is final."""
        super().begin()
        while self.status < HTTPStatus.OK and self.status != HTTPStatus.SWITCHING_PROTOCOLS:
            self.headers = None  # type: ignore[assignment]  # `begin` reads only where there are none yet
            super().begin()
