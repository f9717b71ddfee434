"""From the admin's JSON to a fault. Everything that it cannot mean is refused by the name of its field."""

import uuid
from collections.abc import Collection
from dataclasses import asdict

from cli.providers.fields import Fields
from cli.providers.proxy.faults import Fault, Options
from cli.providers.proxy.kinds import KINDS

FIELDS = frozenset({"provider", "fault", "times", "method", "path", "contains", "options"})
TIMES = range(1, 1_000_001)
STATUSES = range(200, 600)


def read_fault(given: Fields, providers: Collection[str]) -> Fault:
    given.only(FIELDS)
    fields = given.with_defaults({"times": 1, "options": {}})
    kind = fields.choice("fault", KINDS)
    method = fields.text_or_none("method")
    return Fault(
        id=f"fault_{uuid.uuid4().hex[:12]}",
        provider=fields.choice("provider", providers),
        fault=kind,
        times=fields.integer_or_none("times", allowed=TIMES),
        method=method and method.upper(),
        path=fields.text_or_none("path"),
        contains=fields.text_or_none("contains"),
        options=_read_options(fields.nested("options"), KINDS[kind].options),
    )


def _read_options(given: Fields, taken: frozenset[str]) -> Options:
    given.only(taken)
    fields = given.with_defaults(asdict(Options()))
    return Options(
        status=fields.integer("status", allowed=STATUSES),
        headers=fields.texts("headers"),
        body=fields.members["body"],
        seconds=fields.seconds("seconds"),
    )
