"""Actions of three kinds of providers: with keys, with a lookup, with neither."""

from dataclasses import replace

from oncestep.domain.contract import (
    Action,
    Auth,
    AuthScheme,
    Encoding,
    KeyPlace,
    KeyPromise,
    Lookup,
    OutcomeName,
    OutcomeRules,
    RequestMapping,
    Rule,
)
from oncestep.domain.identity import KeyFormat

DAY = 86_400_000

PROMISE = KeyPromise(
    place=KeyPlace.HEADER,
    name="Idempotency-Key",
    max_length=255,
    format=KeyFormat.OPAQUE,
    retention=DAY,
    verified=True,
    compares_parameters=True,
    replays_errors=False,
    min_retry_delay=0,
    source="tests",
    checked_on="2026-11-01",
)
LOOKUP = Lookup(
    path="/things",
    items="data",
    match={"reference": "{operation.id}"},
    query={"reference": "{operation.id}"},
    next_page=None,
    remote_id="id",
    max_processing=5_000,
    consistent_after=1_000,
    max_pages=3,
)
_PLAIN = Action(
    provider="shop",
    name="order",
    contract_version="v1",
    title="Order a thing",
    description="Orders a thing.",
    base_url="https://shop.example",
    allowed_hosts=("shop.example",),
    auth=Auth(AuthScheme.BEARER, credential="token"),
    key=None,
    input_schema={
        "type": "object",
        "properties": {
            "sku": {"type": "string"},
            "amount": {"type": "integer", "minimum": 1, "default": 1},
            "note": {"type": "string"},
        },
        "required": ["sku"],
        "additionalProperties": False,
    },
    request=RequestMapping(
        method="POST",
        path="/things",
        encoding=Encoding.JSON,
        body={"sku": "{input.sku}", "amount": "{input.amount}", "reference": "{operation.id}"},
    ),
    outcomes=OutcomeRules(
        rules=(Rule(OutcomeName.NOT_APPLIED, frozenset({409}), {"error": "in_progress"}),),
        remote_id="id",
        error_code="error",
        error_message="message",
    ),
    lookup=None,
    timeout=10_000,
    max_attempts=4,
    time_budget=DAY,
)

KEYED = replace(_PLAIN, provider="keyed", key=PROMISE)
"""Honours keys within a window, has no lookup."""
LISTED = replace(_PLAIN, provider="listed", lookup=LOOKUP)
"""Knows no keys, but can be asked what it has."""
BARE = replace(_PLAIN, provider="bare")
"""Knows neither keys nor lookups."""
UNVERIFIED = replace(_PLAIN, provider="unverified", key=replace(PROMISE, verified=False))
"""Is sent keys, but nobody knows whether it honours them."""

ALL = (KEYED, LISTED, BARE, UNVERIFIED)
