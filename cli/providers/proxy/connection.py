"""The client's side of one exchange: is it still there, who is it, how to leave it without an answer."""

import asyncio
import socket
import struct

from aiohttp import web

from cli.providers.proxy.messages import Answer

POLL_SECONDS = 0.02
RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class Connection:
    def __init__(self, request: web.BaseRequest) -> None:
        self._request = request

    @property
    def is_open(self) -> bool:
        transport = self._request.transport
        return transport is not None and not transport.is_closing()

    @property
    def ports(self) -> tuple[int, int]:
        """The client's port and ours."""
        transport = self._request.transport
        if transport is None:
            raise ConnectionResetError("the client has left")
        return transport.get_extra_info("peername")[1], transport.get_extra_info("sockname")[1]

    async def until_closed_or(self, gate: asyncio.Event) -> None:
        while self.is_open and not gate.is_set():  # noqa: ASYNC110 - aiohttp tells nobody that a client left
            await asyncio.sleep(POLL_SECONDS)

    def reset(self) -> None:
        """End it with a TCP reset: a linger time of zero makes the kernel send RST instead of FIN."""
        transport = self._request.transport
        if transport is not None:
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
            transport.abort()

    async def send_half(self, answer: Answer) -> web.StreamResponse:
        """Announce the whole body, send its first half, and end the connection in good order."""
        response = web.StreamResponse(status=answer.status, headers=answer.headers)
        response.content_length = len(answer.body)
        await response.prepare(self._request)
        await response.write(answer.body[: len(answer.body) // 2])
        if self._request.transport is not None:
            self._request.transport.close()
        return response
