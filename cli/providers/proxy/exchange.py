"""One request on its way through the proxy: what a fault can do with it, each step noted in the journal."""

import asyncio
from dataclasses import dataclass, replace

import psutil
from aiohttp import web

from cli.providers.proxy.connection import Connection
from cli.providers.proxy.journal import Journal, LogEntry
from cli.providers.proxy.killing import client_process
from cli.providers.proxy.messages import Answer, Received
from cli.providers.proxy.upstream import ask


@dataclass(slots=True)
class Exchange:
    """It ends with one of `answer`, `answer_short` and `hang_up`."""

    upstream: str
    received: Received
    client: Connection
    journal: Journal
    entry: LogEntry

    async def forward(self) -> Answer:
        self._note(replace(self.entry, forwarded=True))
        answer = await ask(self.upstream, self.received)
        self._note(replace(self.entry, upstream_status=answer.status))
        return answer

    def answer(self, answer: Answer) -> web.StreamResponse:
        self._note_answered(answer)
        return web.Response(status=answer.status, headers=answer.headers, body=answer.body)

    async def answer_short(self, answer: Answer) -> web.StreamResponse:
        self._note_answered(answer)
        return await self.client.send_half(answer)

    def hang_up(self) -> web.StreamResponse:
        self.client.reset()
        # aiohttp wants a response; the connection is gone, so it drops it.
        return web.Response()

    async def client_process(self) -> psutil.Process:
        return await asyncio.to_thread(client_process, *self.client.ports)

    def _note_answered(self, answer: Answer) -> None:
        if self.client.is_open:
            self._note(replace(self.entry, answered=answer.status))

    def _note(self, entry: LogEntry) -> None:
        self.entry = entry
        self.journal.update(entry)
