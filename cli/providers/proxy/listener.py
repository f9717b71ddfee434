"""The port of one route. Down means down: connections are refused, and those that were open end."""

from functools import partial

from aiohttp import web

from cli.providers.proxy.relay import Relay
from cli.providers.proxy.route import Route
from cli.providers.web import HOST, UNBOUNDED

# aiohttp reads 0 as "wait for ever".
AT_ONCE = 0.001


class Listener:
    def __init__(self, route: Route, relay: Relay) -> None:
        self._route = route
        self._relay = relay
        self._runner: web.AppRunner | None = None

    async def up(self) -> None:
        if self._runner is None:
            runner = self._new_runner()
            await runner.setup()
            await web.TCPSite(runner, HOST, self._route.port).start()
            self._runner = runner

    async def down(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def _new_runner(self) -> web.AppRunner:
        app = web.Application(client_max_size=UNBOUNDED)
        app.router.add_route("*", "/{path:.*}", partial(self._relay.pass_on, self._route))
        return web.AppRunner(app, access_log=None, auto_decompress=False, shutdown_timeout=AT_ONCE)
