"""The stockroom over HTTP. Paths with an underscore are for tests and demo."""

from dataclasses import asdict, dataclass

from aiohttp import web

from cli.providers.inventory.stockroom import Stockroom
from cli.providers.web import build_app, read_fields

STOCK = range(1_000_001)


def inventory_app() -> web.Application:
    return build_app(_Endpoints(Stockroom()).routes(), invalid_field_status=422)


@dataclass(frozen=True, slots=True)
class _Endpoints:
    stockroom: Stockroom

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/adjustments", self.adjust),
            web.get("/adjustments", self.search),
            web.get("/adjustments/{id}", self.find),
            web.get("/_effects", self.effects),
            web.post("/_skus", self.stock),
            web.post("/_outage", self.outage),
            web.post("/_reset", self.reset),
        ]

    async def adjust(self, request: web.Request) -> web.Response:
        adjustment = self.stockroom.adjust(await read_fields(request))
        return web.json_response(asdict(adjustment), status=201)

    async def search(self, request: web.Request) -> web.Response:
        return web.json_response({"data": self.stockroom.search(request.query.get("reference"))})

    async def find(self, request: web.Request) -> web.Response:
        return web.json_response(asdict(self.stockroom.find(request.match_info["id"])))

    async def effects(self, _request: web.Request) -> web.Response:
        return web.json_response(self.stockroom.effects())

    async def stock(self, request: web.Request) -> web.Response:
        fields = await read_fields(request)
        sku, stock = fields.text("sku"), fields.integer("stock", allowed=STOCK)
        self.stockroom.set_stock(sku, stock)
        return web.json_response({"sku": sku, "stock": stock})

    async def outage(self, request: web.Request) -> web.Response:
        on = (await read_fields(request)).flag("on")
        self.stockroom.set_outage(on=on)
        return web.json_response({"on": on})

    async def reset(self, _request: web.Request) -> web.Response:
        self.stockroom.reset()
        return web.Response(status=204)
