"""Powertools' idempotency as it comes, over its own DynamoDB layer: what ours is measured against."""

import time
from collections.abc import Callable
from typing import Any, TypeAlias

from aws_lambda_powertools.utilities.idempotency import (
    DynamoDBPersistenceLayer,
    IdempotencyConfig,
    idempotent_function,
)
from aws_lambda_powertools.utilities.idempotency.base import IdempotencyHandler

from tests.support.moto import client
from tests.support.world import Killed

TABLE = "stock"
DEADLINE = 5
"""How long (ms) a claim lasts: the time that the invocation had left when it began."""

Order: TypeAlias = dict[str, Any]
Step: TypeAlias = Callable[[], object]


class Context:
    """A Lambda context in which a claim's deadline comes soon."""

    def get_remaining_time_in_millis(self) -> int:
        return DEADLINE


class Stock:
    """A function that charges a card; `after` says what happens between its effect and its end."""

    def __init__(self) -> None:
        client("dynamodb").create_table(
            TableName=TABLE,
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        self.effects = 0
        self.after: list[Step] = []
        self.layer = DynamoDBPersistenceLayer(TABLE, boto3_client=client("dynamodb"))
        self.config = IdempotencyConfig(event_key_jmespath="id")
        self.config.register_lambda_context(Context())  # type: ignore[arg-type]

    def charge(self, **order: object) -> object:
        """A call, as a trigger or a retry makes it."""
        safe = idempotent_function(
            self._charge, data_keyword_argument="order", persistence_store=self.layer, config=self.config
        )
        return safe(order=order)

    def replay(self, **order: object) -> object:
        """A call that a durable execution marks as its replay."""
        handler = IdempotencyHandler(
            self._charge, order, self.config, self.layer, function_args=(), function_kwargs={"order": order}
        )
        return handler.handle(is_replay=True)

    def _charge(self, *, order: Order) -> object:
        self.effects += 1
        return self.after.pop(0)() if self.after else {"charged": order.get("amount")}


def past_the_deadline() -> None:
    """Wait until a claim is over."""
    time.sleep(3 * DEADLINE / 1000)


def lose_the_answer() -> object:
    raise TimeoutError


def be_killed() -> object:
    raise Killed


def answer_at_length() -> object:
    """More than one item of DynamoDB holds."""
    return {"text": "a" * 500_000}
