"""What a lookup must be, wherever it is written: in a contract, or in a connection's rules. Documents in, problems out.

What it matches is the operation's own mark, the request leaves that mark at the provider, and it sees all. A lookup
that matched anything else would take another operation's object for ours; one that saw a part of the objects only would
take ours for absent, and it would be made again.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import parse_qsl

from oncestep.domain.template_names import named, names_in, templates

LONGEST_TIMEOUT = 50_000
"""Milliseconds: the worker's 60 s without what starting, claiming and settling need."""

Document: TypeAlias = Mapping[str, Any]
Names: TypeAlias = set[tuple[str, ...]]

OPERATION: Names = {("operation", "id"), ("operation", "key")}


class Problem(NamedTuple):
    """Something wrong at a place: a dotted path such as `lookup.match`."""

    place: str
    message: str


def lookup_problems(lookup: Document, sent: Names) -> Iterator[Problem]:
    """What is wrong with a lookup for requests that name `sent` of their operation."""
    if not _marks(lookup["match"]):
        yield Problem("lookup.match", "compare something with {operation.id} or {operation.key}")
    yield from _unsent(lookup, sent, "match", "nothing will ever match")
    if not (_marks(lookup["path"]) or _marks(lookup["query"]) or lookup["next_page"]):
        yield Problem(
            "lookup.query",
            "reads the first page of everything, and whatever is not on it counts as absent: filter by {operation.id} "
            "or {operation.key}, or add next_page",
        )
    for part in ("path", "query"):
        yield from _unsent(lookup, sent, part, "this finds nothing, and everything counts as absent")


def _unsent(lookup: Document, sent: Names, part: str, result: str) -> Iterator[Problem]:
    for root, name in sorted(_marks(lookup[part]) - sent):
        yield Problem(f"lookup.{part}", f"the request does not send {{{root}.{name}}}, so {result}")


def _marks(value: object) -> Names:
    return names_in(value) & OPERATION


def unknown_placeholders(place: str, value: Document, known: Names) -> Iterator[Problem]:
    """The placeholders that name nothing."""
    for where, text in templates(place, dict(value)):
        for placeholder, name in named(text):
            if name[:2] not in known:
                yield Problem(where, f"{placeholder} names nothing; there are {_listed(known)}")


def _listed(known: Names) -> str:
    return ", ".join(f"{{{'.'.join(name)}}}" for name in sorted(known))


def query_problems(place: str, part: Document, by_itself: Mapping[str, str]) -> Iterator[Problem]:
    """The query fields that would be sent twice. `by_itself`: those that are added later, with what they hold.

    Of two fields with one name a provider may take either, and lose our key.
    """
    in_path = {name for name, _ in parse_qsl(part["path"].partition("?")[2], keep_blank_values=True)}
    for name, content in by_itself.items():
        if name in in_path:
            yield Problem(f"{place}.path", f"{content} goes into the query field {name} by itself; leave it out")
    for name in part.get("query", {}):
        if name in by_itself:
            yield Problem(f"{place}.query.{name}", f"{by_itself[name]} goes here by itself; leave it out")
        if name in in_path:
            yield Problem(f"{place}.query.{name}", "the path has this field already; write it once")


def lookup_query_problems(lookup: Document, credential: Mapping[str, str]) -> Iterator[Problem]:
    """The query fields of a lookup that would be sent twice; `credential`: the one that a credential goes into."""
    cursor = {lookup["next_page"]["parameter"]: "the next page's cursor"} if lookup["next_page"] else {}
    yield from query_problems("lookup", lookup, {**credential, **cursor})
    if credential.keys() & cursor:
        yield Problem("lookup.next_page.parameter", "the credential goes there too; they need two names")


def time_problems(timeout: int, lookup: Document | None) -> Iterator[Problem]:
    """Whether a request, and a whole lookup, fit into one invocation of the worker. `timeout` in milliseconds."""
    if not 0 < timeout <= LONGEST_TIMEOUT:
        yield Problem("timeout", f"must be more than 0s and at most {LONGEST_TIMEOUT // 1000}s")
    elif lookup and timeout * lookup["max_pages"] > LONGEST_TIMEOUT:
        most, seconds = LONGEST_TIMEOUT // timeout, LONGEST_TIMEOUT // 1000
        yield Problem("lookup.max_pages", f"{most} at most: all pages together take no longer than {seconds}s")
