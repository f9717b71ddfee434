"""From valid input to the request that is sent, byte for byte, however often. Adds no credentials."""

import hashlib
import json
import re
from collections.abc import Mapping
from urllib.parse import quote, urlencode

from oncestep.domain.contract import Action, Encoding, KeyPlace
from oncestep.domain.documents import Missing, Parsed, pick
from oncestep.domain.errors import FieldError, InvalidRequest
from oncestep.domain.identity import Json
from oncestep.domain.marking import marked_body, marked_headers, marked_url, require_no_header
from oncestep.domain.operation import FrozenRequest
from oncestep.domain.paths import path_problem
from oncestep.domain.templates import PLACEHOLDER, fill, render, scalar
from oncestep.domain.terms import borne_key, borne_marks, operation_scope, provider_key_of

_MEDIA_TYPES = {
    Encoding.JSON: "application/json",
    Encoding.FORM: "application/x-www-form-urlencoded",
}


def freeze(action: Action, value: Json, operation_id: str, base_url: str) -> FrozenRequest:
    """The request of this operation: method, URL, headers and body bytes, with the provider's key in place.

    Raises:
        InvalidRequest: the input makes a path that leaves the base URL, or brings what the key or the mark is; with
            its fields.

    """
    key = provider_key_of(action, operation_id)
    scope: Json = {"input": value, "operation": {"id": operation_id, "key": key}}
    body = marked_body(action.request.mark, _body(action, scope, key), operation_id)
    return FrozenRequest(
        method=fill(action.request.method, scope).upper(),
        url=marked_url(action.request.mark, _url(action, scope, base_url, key), operation_id),
        headers=marked_headers(action.request.mark, _headers(action, scope, key, has_body=bool(body)), operation_id),
        body=body,
        body_digest=hashlib.sha256(body).hexdigest(),
        key=borne_key(action, operation_id),
        marks=borne_marks(action, operation_id),
    )


def lookup_url(action: Action, operation_id: str, base_url: str, cursor: str | None) -> str:
    """The address of one page of the action's lookup; the contract must have one."""
    if action.lookup is None:
        raise ValueError(f"{action.full_name} has no lookup")
    scope = operation_scope(action, operation_id)
    query = pairs(render(dict(action.lookup.query), scope))
    if cursor is not None and action.lookup.next_page:
        query.append((action.lookup.next_page.parameter, cursor))
    return _join(base_url, _path(action.lookup.path, scope), query)


def _url(action: Action, scope: Json, base_url: str, key: str) -> str:
    query = pairs(render(dict(action.request.query), scope))
    if action.key and action.key.place is KeyPlace.QUERY:
        query.append((action.key.name, key))
    path = _path(action.request.path, scope)
    # A caller's own address has no base but its origin: whatever path it has there is the caller's to choose.
    if not action.internal:
        _require_below(action.request.path, path, scope)
    return _join(base_url, path, query)


def _require_below(template: str, path: str, scope: Json) -> None:
    problem = path_problem(path)
    if problem is None:
        return
    fields = tuple(FieldError(name, problem) for name in _to_blame(template, scope))
    named = ", ".join(field.field for field in fields)
    raise InvalidRequest(f"{named} makes a path that {problem}; only paths below the base URL are sent", fields)


def _to_blame(template: str, scope: Json) -> list[str]:
    """The input fields that the path is made of; only those that are wrong by themselves, if some are."""
    found = {match[2]: _path(match[0], scope) for match in PLACEHOLDER.finditer(template)}
    given = {name: text for name, text in found.items() if name.startswith("input.")}
    wrong = [name for name, text in given.items() if path_problem(f"/{text.removeprefix('/')}")]
    return wrong or list(given) or ["input"]


def _join(base_url: str, path: str, query: list[tuple[str, str]]) -> str:
    url = base_url.rstrip("/") + path
    if not query:
        return url
    return f"{url}{'&' if '?' in path else '?'}{urlencode(query)}"


def _path(template: str, scope: Json) -> str:
    """Placeholders are percent-encoded; `{+...}` keeps a path that the builder wrote (as in RFC 6570)."""

    def filled(match: re.Match[str]) -> str:
        text = scalar(pick(scope, match[2]))
        return quote(text, safe="/?&=:@!$'()*+,;%-._~" if match[1] else "")

    return PLACEHOLDER.sub(filled, template)


def _headers(action: Action, scope: Json, key: str, *, has_body: bool) -> tuple[tuple[str, str], ...]:
    given = action.request.headers
    rendered = render(given if isinstance(given, str) else dict(given), scope)
    headers = dict(pairs(rendered)) if isinstance(rendered, dict) else {}
    if has_body:
        headers["Content-Type"] = _media_type(action, scope)
    if action.key and action.key.place is KeyPlace.HEADER:
        # What a contract itself writes there is refused when it is compiled.
        require_no_header(headers if isinstance(given, str) else (), action.key.name, "the idempotency key")
        headers[action.key.name] = key
    return tuple(headers.items())


def _media_type(action: Action, scope: Json) -> str:
    if action.request.media_type:
        return fill(action.request.media_type, scope)
    return _MEDIA_TYPES.get(action.request.encoding, "application/octet-stream")


def _body(action: Action, scope: Json, key: str) -> bytes:
    rendered = render(action.request.body, scope)
    if action.key and action.key.place is KeyPlace.BODY and isinstance(rendered, dict):
        rendered = {**rendered, action.key.name: key}
    if isinstance(rendered, Missing):
        return b""
    match action.request.encoding:
        case Encoding.JSON:
            return json.dumps(rendered, separators=(",", ":"), ensure_ascii=False).encode()
        case Encoding.FORM:
            return urlencode(pairs(rendered)).encode()
        case Encoding.RAW:
            return scalar(rendered).encode()
        case Encoding.NONE:
            return b""


def pairs(value: Parsed, prefix: str = "") -> list[tuple[str, str]]:
    """A tree as form fields: `metadata[order]=1`, `items[0][sku]=a`."""
    match value:
        case dict():
            named: Mapping[str, Json] = value
        case list():
            named = {str(index): item for index, item in enumerate(value)}
        case _:
            return [(prefix, scalar(value))]
    return [pair for name, item in named.items() for pair in pairs(item, f"{prefix}[{name}]" if prefix else name)]
