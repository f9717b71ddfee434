"""Which texts of a frozen request come from sensitive fields of the input. The input itself is not kept."""

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import parse_qsl, unquote, urlsplit

from oncestep.domain.contract import Action, Encoding
from oncestep.domain.documents import MISSING, parse
from oncestep.domain.freezing import pairs
from oncestep.domain.identity import Json
from oncestep.domain.operation import FrozenRequest
from oncestep.domain.templates import PLACEHOLDER

_STEP = re.compile(r"[^\[\]]+")


def sensitive_leaves(value: Json, names: frozenset[str]) -> Iterator[str]:
    """The texts below every property of a sensitive name, at any depth."""
    return (text for place, text in pairs(value) if _is_sensitive_place(place, names) for text in _with_parts(text))


def sensitive_texts(action: Action, request: FrozenRequest) -> frozenset[str]:
    """The texts of the request that come from sensitive fields; all texts where the contract does not tell.

    A body that lies in a blob must have been fetched for its texts to be among them.
    """
    if action.gone:
        found = _all_of(request)
    elif action.sensitive:
        found = (text for part in (_of_path, _of_query, _of_headers, _of_body) for text in part(action, request))
    else:
        return frozenset()
    return frozenset(part for text in found for part in _with_parts(text) if part.strip())


def _all_of(request: FrozenRequest) -> Iterator[str]:
    url = urlsplit(request.url)
    yield from (step for step in unquote(url.path).split("/") if step)
    yield from (value for _, value in parse_qsl(url.query))
    yield from (value for _, value in request.headers)
    yield request.body.decode("utf-8", "replace")


def _with_parts(text: str) -> Iterator[str]:
    """The text, and if it is a document or a form, what stands in it: an error names a part of it."""
    yield text
    document = parse(text.encode("utf-8", "surrogatepass"))
    if isinstance(document, dict | list):
        yield from (leaf for _, leaf in pairs(document))
    elif "=" in text:
        yield from (value for _, value in parse_qsl(text))


def _of_path(action: Action, request: FrozenRequest) -> Iterator[str]:
    """What the path's placeholders became; the base address before it may have a path, too."""
    rest = urlsplit(request.url)._replace(scheme="", netloc="").geturl()
    literals = map(re.escape, PLACEHOLDER.split(action.request.path)[::3])
    found = re.search("(.*?)".join(literals) + r"(?:\?.*)?$", rest)
    for place, placeholder in enumerate(PLACEHOLDER.finditer(action.request.path), start=1):
        if _is_sensitive_source(placeholder[0], action.sensitive):
            whole = placeholder[1] or not found  # a builder's own path, with its query, or another contract's
            yield unquote(rest if whole or not found else found[place])


def _of_query(action: Action, request: FrozenRequest) -> Iterator[str]:
    if action.request.query:
        yield from _chosen(dict(action.request.query), parse_qsl(urlsplit(request.url).query), action.sensitive)


def _of_headers(action: Action, request: FrozenRequest) -> Iterator[str]:
    template = action.request.headers
    named = {action.key.name.lower()} if action.key else set()
    given = [(name, value) for name, value in request.headers if name.lower() not in {"content-type", *named}]
    return _chosen(template if isinstance(template, str) else dict(template), given, action.sensitive)


def _of_body(action: Action, request: FrozenRequest) -> Iterator[str]:
    template = action.request.body
    text = request.body.decode("utf-8", "replace")
    match action.request.encoding:
        case Encoding.FORM:
            return _chosen(template, parse_qsl(text), action.sensitive)
        case Encoding.JSON:
            document = parse(request.body)
            return iter(()) if document is MISSING else _chosen(template, pairs(document), action.sensitive)
        case Encoding.RAW | Encoding.NONE:
            return _chosen(template, [("", text)], action.sensitive)


def _chosen(template: Json, rendered: Iterable[tuple[str, str]], names: frozenset[str]) -> Iterator[str]:
    """The rendered texts whose place in the template is filled from a sensitive field, or is not there at all."""
    sources = dict(pairs(template))
    for place, text in rendered:
        source = _source(sources, place)
        if source is None or _is_sensitive_source(source, names) or _is_sensitive_place(place, names):
            yield text


def _source(sources: Mapping[str, str], place: str) -> str | None:
    """The template's text at this place, or at one that holds it: a placeholder may become a whole tree."""
    while place not in sources:
        if not place:
            return None
        place = place[: place.rfind("[")] if place.endswith("]") else ""
    return sources[place]


def _is_sensitive_source(source: str, names: frozenset[str]) -> bool:
    return any(not names.isdisjoint(found[2].split(".")) for found in PLACEHOLDER.finditer(source))


def _is_sensitive_place(place: str, names: frozenset[str]) -> bool:
    return not names.isdisjoint(_STEP.findall(place))
