"""The mailbox over HTTP, behind its idempotency keys. Paths with an underscore are for tests and demo."""

import asyncio
from dataclasses import asdict, dataclass

from aiohttp import web

from cli.providers.fields import Fields
from cli.providers.mail.clock import Clock
from cli.providers.mail.keys import Answer, Keys
from cli.providers.mail.mailbox import Mailbox
from cli.providers.refusals import InvalidField, Refusal
from cli.providers.web import build_app, read_fields

INVALID_FIELD = 422
RETENTION_SECONDS = 86_400.0


def mail_app(retention_seconds: float = RETENTION_SECONDS) -> web.Application:
    clock = Clock()
    endpoints = _Endpoints(Mailbox(), Keys(retention_seconds, clock.now), clock)
    return build_app(endpoints.routes(), invalid_field_status=INVALID_FIELD)


@dataclass(slots=True)
class _Endpoints:
    mailbox: Mailbox
    keys: Keys
    clock: Clock
    pace_seconds: float = 0.0

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/messages", self.send),
            web.get("/messages/{id}", self.find),
            web.get("/_effects", self.effects),
            web.post("/_clock", self.advance),
            web.post("/_pace", self.pace),
            web.post("/_reset", self.reset),
        ]

    async def send(self, request: web.Request) -> web.Response:
        _check_token(request)
        fields, key = await read_fields(request), request.headers.get("Idempotency-Key")
        if not key:
            return _respond(await self._send(fields, None))
        stored = self.keys.claim(key, fields.members)
        if stored is not None:
            return _respond(stored, replayed=True)
        answer = await self._send(fields, key)
        self.keys.store(key, answer)
        return _respond(answer)

    async def _send(self, fields: Fields, key: str | None) -> Answer:
        await asyncio.sleep(self.pace_seconds)
        try:
            return Answer(201, asdict(self.mailbox.send(fields, key)))
        except InvalidField as error:
            return Answer(INVALID_FIELD, error.refusal(INVALID_FIELD).document())

    async def find(self, request: web.Request) -> web.Response:
        _check_token(request)
        return web.json_response(asdict(self.mailbox.find(request.match_info["id"])))

    async def effects(self, _request: web.Request) -> web.Response:
        return web.json_response(self.mailbox.effects())

    async def advance(self, request: web.Request) -> web.Response:
        self.clock.advance((await read_fields(request)).seconds("advance_seconds"))
        return web.Response(status=204)

    async def pace(self, request: web.Request) -> web.Response:
        """Each sending takes so long from now on: time enough for a concurrent repeat."""
        self.pace_seconds = (await read_fields(request)).seconds("seconds")
        return web.Response(status=204)

    async def reset(self, _request: web.Request) -> web.Response:
        self.mailbox.clear()
        self.keys.clear()
        self.pace_seconds = 0.0
        return web.Response(status=204)


def _check_token(request: web.Request) -> None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refusal(401, "missing_api_key", "send a bearer token; any will do")


def _respond(answer: Answer, *, replayed: bool = False) -> web.Response:
    headers = {"Idempotent-Replayed": "true"} if replayed else None
    return web.json_response(answer.document, status=answer.status, headers=headers)
