"""Gives the deployed API the emulator's own address, as a custom domain would.

`PUT /_oncestep/rest-api/ID` names the API; from then on `/v1/...` leads to its stage `v1`.
"""

from urllib.parse import quote

from cli.local.emulator.asgi import Answer, App, Receive, Scope, Send, header, send_answer

_ADMIN_PATH = "/_oncestep/rest-api/"
_STAGE_PATH = "/v1/"


class BaseUrl:
    def __init__(self, app: App) -> None:
        self._app = app
        self._prefix = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"].startswith(_ADMIN_PATH) and scope["method"] == "PUT":
            self._prefix = "/_aws/execute-api/" + scope["path"].removeprefix(_ADMIN_PATH)
            await send_answer(send, Answer(status=204, body=b"", headers={}))
        elif self._prefix and _is_call_of_the_api(scope):
            await self._app(self._rewritten(scope), receive, send)
        else:
            await self._app(scope, receive, send)

    def _rewritten(self, scope: Scope) -> Scope:
        raw_path = scope.get("raw_path") or quote(scope["path"]).encode()
        return {**scope, "path": self._prefix + scope["path"], "raw_path": self._prefix.encode() + raw_path}


def _is_call_of_the_api(scope: Scope) -> bool:
    """Some AWS services have paths of their own below /v1/; their calls are signed."""
    signed = header(scope, "authorization").startswith("AWS4-HMAC-SHA256")
    return scope["path"].startswith(_STAGE_PATH) and not signed
