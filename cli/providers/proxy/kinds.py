"""The kinds of faults. A new kind is one more decorated coroutine here; its name is the kind's name."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from cli.providers.proxy.exchange import Exchange
from cli.providers.proxy.messages import Answer, json_answer
from cli.providers.proxy.register import ArmedFault

Behaviour = Callable[[Exchange, ArmedFault], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Kind:
    """What it does to a request, and the names of the options that it takes."""

    strike: Behaviour
    options: frozenset[str]


KINDS: dict[str, Kind] = {}


def _kind(*options: str) -> Callable[[Behaviour], Behaviour]:
    def register(strike: Behaviour) -> Behaviour:
        KINDS[strike.__name__] = Kind(strike, frozenset(options))
        return strike

    return register


@_kind()
async def answer_lost(exchange: Exchange, _armed: ArmedFault) -> web.StreamResponse:
    """Forward, then reset the connection."""
    await exchange.forward()
    return exchange.hang_up()


@_kind()
async def drop_before_effect(exchange: Exchange, _armed: ArmedFault) -> web.StreamResponse:
    """Reset the connection; never forward."""
    return exchange.hang_up()


@_kind("seconds")
async def late_effect(exchange: Exchange, armed: ArmedFault) -> web.StreamResponse:
    """Reset the connection at once, forward `seconds` later."""
    gone = exchange.hang_up()
    await asyncio.sleep(armed.fault.options.seconds)
    await exchange.forward()
    return gone


@_kind("status")
async def error_after_effect(exchange: Exchange, armed: ArmedFault) -> web.StreamResponse:
    """Forward, then answer with an error of `status`."""
    await exchange.forward()
    return exchange.answer(json_answer(armed.fault.options.status, {"error": "internal_error"}))


@_kind("status", "headers", "body")
async def status(exchange: Exchange, armed: ArmedFault) -> web.StreamResponse:
    """Answer in the provider's place; a `body` that is no text is sent as JSON. Never forward."""
    options = armed.fault.options
    if isinstance(options.body, str):
        return exchange.answer(Answer(options.status, tuple(options.headers.items()), options.body.encode()))
    headers = {"Content-Type": "application/json", **options.headers}
    return exchange.answer(Answer(options.status, tuple(headers.items()), json.dumps(options.body).encode()))


@_kind()
async def garbage(exchange: Exchange, _armed: ArmedFault) -> web.StreamResponse:
    """Forward, then answer 200 with half of the body that Content-Length announces."""
    answer = await exchange.forward()
    return await exchange.answer_short(Answer(200, answer.headers, answer.body or b"{}"))


@_kind("seconds")
async def slow(exchange: Exchange, armed: ArmedFault) -> web.StreamResponse:
    """Forward at once, answer `seconds` later."""
    answer = await exchange.forward()
    await asyncio.sleep(armed.fault.options.seconds)
    return exchange.answer(answer)


@_kind()
async def hold(exchange: Exchange, armed: ArmedFault) -> web.StreamResponse:
    """Forward at once, answer on release."""
    answer = await exchange.forward()
    await exchange.client.until_closed_or(armed.gate)
    return exchange.answer(answer)


@_kind()
async def hold_before(exchange: Exchange, armed: ArmedFault) -> web.StreamResponse:
    """Forward on release, even if the client has left by then; when the fault is removed, never."""
    await armed.gate.wait()
    if armed.removed:
        return exchange.hang_up()
    return exchange.answer(await exchange.forward())


@_kind()
async def kill_before_effect(exchange: Exchange, _armed: ArmedFault) -> web.StreamResponse:
    """Kill the process that asks; never forward."""
    (await exchange.client_process()).kill()
    return exchange.hang_up()


@_kind()
async def kill_after_effect(exchange: Exchange, _armed: ArmedFault) -> web.StreamResponse:
    """Forward, then kill the process that asks."""
    # Found first: a client that loses patience while we forward has no connection left to be found by.
    process = await exchange.client_process()
    await exchange.forward()
    process.kill()
    return exchange.hang_up()
