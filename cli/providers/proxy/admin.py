"""The proxy's admin API: set and release faults, read the log, take a route down and up again.

The JSON of a fault is `Fault` without id and applied, that of a request is `LogEntry`; a refusal is
{error, message, field?} with 400, or with 404 for a fault or a route that is not there.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from aiohttp import web

from cli.providers.proxy.fault_request import read_fault
from cli.providers.proxy.listener import Listener
from cli.providers.proxy.relay import Relay
from cli.providers.refusals import Refusal
from cli.providers.web import read_fields


@dataclass(frozen=True, slots=True)
class Admin:
    relay: Relay
    listeners: Mapping[str, Listener]

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/faults", self.set_fault),
            web.get("/faults", self.list_faults),
            web.delete("/faults", self.clear_faults),
            web.delete("/faults/{id}", self.remove_fault),
            web.post("/faults/{id}/release", self.release_fault),
            web.get("/requests", self.list_requests),
            web.delete("/requests", self.clear_requests),
            web.post("/routes/{provider}/down", self.take_down),
            web.post("/routes/{provider}/up", self.take_up),
        ]

    async def set_fault(self, request: web.Request) -> web.Response:
        fault = read_fault(await read_fields(request), self.listeners)
        self.relay.faults.arm(fault)
        return web.json_response(asdict(fault), status=201)

    async def list_faults(self, _request: web.Request) -> web.Response:
        return web.json_response({"data": [asdict(fault) for fault in self.relay.faults.faults()]})

    async def clear_faults(self, _request: web.Request) -> web.Response:
        self.relay.faults.clear()
        return _done()

    async def remove_fault(self, request: web.Request) -> web.Response:
        self.relay.faults.remove(request.match_info["id"])
        return _done()

    async def release_fault(self, request: web.Request) -> web.Response:
        self.relay.faults.release(request.match_info["id"])
        return _done()

    async def list_requests(self, request: web.Request) -> web.Response:
        entries = self.relay.journal.entries(request.query.get("provider"), request.query.get("contains"))
        return web.json_response({"data": [asdict(entry) for entry in entries]})

    async def clear_requests(self, _request: web.Request) -> web.Response:
        self.relay.journal.clear()
        return _done()

    async def take_down(self, request: web.Request) -> web.Response:
        await self._listener(request).down()
        return _done()

    async def take_up(self, request: web.Request) -> web.Response:
        await self._listener(request).up()
        return _done()

    def _listener(self, request: web.Request) -> Listener:
        provider = request.match_info["provider"]
        if provider not in self.listeners:
            raise Refusal(404, "not_found", f"there is no route {provider}")
        return self.listeners[provider]


def _done() -> web.Response:
    return web.Response(status=204)
