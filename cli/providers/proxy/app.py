"""The proxy put together: one listener per route, all running as long as the admin API does."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from aiohttp import web

from cli.providers.proxy.admin import Admin
from cli.providers.proxy.listener import Listener
from cli.providers.proxy.relay import Relay
from cli.providers.proxy.route import Route
from cli.providers.web import build_app


def proxy_app(routes: Sequence[Route]) -> web.Application:
    relay = Relay()
    listeners = {route.provider: Listener(route, relay) for route in routes}
    app = build_app(Admin(relay, listeners).routes(), invalid_field_status=400)
    app.cleanup_ctx.append(_listening(listeners))
    return app


def _listening(listeners: Mapping[str, Listener]) -> Callable[[web.Application], AsyncIterator[None]]:
    async def context(_app: web.Application) -> AsyncIterator[None]:
        for listener in listeners.values():
            await listener.up()
        yield
        for listener in listeners.values():
            await listener.down()

    return context
