"""What the demo's servers share: JSON in, JSON refusals out, a health check, this machine only."""

import json
from collections.abc import Iterable

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from cli.providers.fields import Fields
from cli.providers.refusals import InvalidField, Refusal

HOST = "127.0.0.1"
UNBOUNDED = 0
SHUTDOWN_SECONDS = 0.5


def build_app(routes: Iterable[web.RouteDef], *, invalid_field_status: int) -> web.Application:
    app = web.Application(middlewares=[_refusals_as_json(invalid_field_status)], client_max_size=UNBOUNDED)
    app.add_routes([web.get("/_health", _health), *routes])
    return app


def run(app: web.Application, port: int) -> None:
    """Serve until SIGINT or SIGTERM."""
    web.run_app(app, host=HOST, port=port, access_log=None, print=None, shutdown_timeout=SHUTDOWN_SECONDS)


async def read_fields(request: web.Request) -> Fields:
    try:
        document = json.loads(await request.read())
    except ValueError as error:
        raise Refusal(400, "invalid_json", f"the body is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise Refusal(400, "invalid_json", "the body is not a JSON object")
    return Fields(document)


async def _health(_request: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})


def _refusals_as_json(invalid_field_status: int) -> Middleware:
    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except InvalidField as error:
            return _answer(error.refusal(invalid_field_status))
        except Refusal as error:
            return _answer(error)

    return middleware


def _answer(refusal: Refusal) -> web.Response:
    return web.json_response(refusal.document(), status=refusal.status)
