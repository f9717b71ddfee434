"""Warm instances of both functions, as far as idempotency goes, over the table of each."""

from dataclasses import dataclass, replace
from typing import Any

import boto3
from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent_function,
)

from cli.bench.dynamodb import InstantTable
from cli.bench.scene import CLIENT, SETTINGS
from cli.bench.stopwatch import Context
from cli.bench.timing import Call
from cli.local.environment import REGION
from oncestep.application.budget import Budget
from oncestep.application.calls import ActionRequest
from oncestep.application.ports import Connection, Outgoing
from oncestep.domain.callers import Caller, Role, Scope
from oncestep.domain.identity import Json
from oncestep.domain.outcomes import Answer, Evidence
from oncestep.runtime.wiring.sending import SendingParts

MAIL: dict[str, Json] = {"to": "jenny.rosen@example.com", "subject": "Your order", "text": "It is on its way."}
CALLER = Caller("key_bench", CLIENT, Role.BUILDER, Scope.OWN, ("*",), "Bench")
CONNECTION = Connection("default", "bench", "https://mail.example", credentials={"token": "bench"})


@dataclass(frozen=True, slots=True)
class Instance:
    """One process of a function, with nothing cached: what it does per call, and what that has asked of DynamoDB."""

    call: Call
    requests: list[str]


def oncestep(table: InstantTable) -> Instance:
    """The use case of `actions` with its adapters; the connection is known and the provider answers at once."""
    parts = SendingParts(SETTINGS)
    attempts = replace(parts.attempts, sender=_AtOnce())
    accept = replace(parts.accept, attempts=attempts, drafts=replace(parts.drafts, connections=_Known()))

    def call(key: str) -> object:
        budget = Budget(parts.clock.monotonic() + Context().get_remaining_time_in_millis())
        return accept(CALLER, ActionRequest("mail", "send", key, MAIL), budget)

    return _warm(call, table, parts.rows._get_connection().connection.client)  # noqa: SLF001 - no other way to it


class _AtOnce:
    def send(self, request: Outgoing) -> Evidence:  # noqa: ARG002 - whatever it is
        return Answer(200, {"Content-Type": "application/json"}, b'{"id": "msg_1"}')


class _Known:
    def find(self, client: str, provider: str, name: str) -> Connection | None:  # noqa: ARG002 - there is but one
        return CONNECTION


def plain(table: InstantTable) -> Instance:
    """Powertools' own idempotency over its own layer, with its local cache, around a function that answers at once."""
    client = boto3.client("dynamodb", region_name=REGION)
    config = IdempotencyConfig(
        event_key_jmespath="idempotency_key",
        payload_validation_jmespath="[to, subject, text]",
        raise_on_no_idempotency_key=True,
        hash_function="sha256",
        use_local_cache=True,
    )
    send = idempotent_function(
        lambda *, mail: {"id": "msg_1", "to": mail["to"]},
        data_keyword_argument="mail",
        persistence_store=DynamoDBPersistenceLayer("idempotency", boto3_client=client),
        config=config,
        key_prefix="bench",
    )

    def call(key: str) -> object:
        config.register_lambda_context(Context())  # type: ignore[arg-type]  # all that Powertools asks of it
        return send(mail={**MAIL, "idempotency_key": key})

    return _warm(call, table, client)


def _warm(call: Call, table: InstantTable, client: Any) -> Instance:  # noqa: ANN401 - botocore's clients have no type
    instance = Instance(call, table.serve(client))
    call("warm-up")
    return instance
