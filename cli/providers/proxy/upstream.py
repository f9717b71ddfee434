"""Asking the real provider: a connection per request, sent once, nothing followed or decoded."""

from aiohttp import ClientSession, ClientTimeout, DummyCookieJar
from yarl import URL

from cli.providers.proxy.messages import Answer, Received, end_to_end

ADDED_BY_AIOHTTP = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")


async def ask(upstream: str, received: Received) -> Answer:
    async with (
        _session() as session,
        session.request(
            received.method,
            URL(upstream + received.target, encoded=True),
            headers=end_to_end(received.headers),
            data=received.body or None,
            allow_redirects=False,
        ) as response,
    ):
        body = await response.read()
        return Answer(response.status, end_to_end(tuple(response.headers.items())), body)


def _session() -> ClientSession:
    # A session each: a pooled connection can be closed under a request, and sending that again
    # would be an effect that no caller asked for.
    return ClientSession(
        auto_decompress=False,
        cookie_jar=DummyCookieJar(),
        skip_auto_headers=ADDED_BY_AIOHTTP,
        timeout=ClientTimeout(total=None),
    )
