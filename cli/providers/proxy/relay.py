"""Every request of every route passes here: read, matched with the faults, logged, and dealt with."""

from dataclasses import dataclass, field

from aiohttp import ClientError, web

from cli.providers.proxy.connection import Connection
from cli.providers.proxy.exchange import Exchange
from cli.providers.proxy.journal import Journal
from cli.providers.proxy.killing import ClientProcessNotFound
from cli.providers.proxy.kinds import KINDS
from cli.providers.proxy.messages import Received, json_answer
from cli.providers.proxy.register import ArmedFault, FaultRegister
from cli.providers.proxy.route import Route


@dataclass(frozen=True, slots=True)
class Relay:
    faults: FaultRegister = field(default_factory=FaultRegister)
    journal: Journal = field(default_factory=Journal)

    async def pass_on(self, route: Route, request: web.Request) -> web.StreamResponse:
        received = await _read(request)
        armed = self.faults.take(route.provider, received)
        entry = self.journal.open(route.provider, received, armed.fault if armed else None)
        exchange = Exchange(route.upstream, received, Connection(request), self.journal, entry)
        try:
            return await _deal_with(exchange, armed)
        except ClientError as error:
            return exchange.answer(json_answer(502, {"error": "upstream_failed", "message": str(error)}))
        except ClientProcessNotFound as error:
            return exchange.answer(json_answer(502, {"error": "client_not_found", "message": str(error)}))


async def _deal_with(exchange: Exchange, armed: ArmedFault | None) -> web.StreamResponse:
    if armed is None:
        return exchange.answer(await exchange.forward())
    return await KINDS[armed.fault.fault].strike(exchange, armed)


async def _read(request: web.Request) -> Received:
    headers = tuple(request.headers.items())
    return Received(request.method, request.raw_path, headers, await request.read())
