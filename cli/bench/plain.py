"""The peer: what a plain function on Powertools needs to send a mail once per key. It is measured, never deployed."""

import os
from typing import TYPE_CHECKING, Any

from aws_lambda_powertools.event_handler import APIGatewayRestResolver
from aws_lambda_powertools.utilities.idempotency import DynamoDBPersistenceLayer, IdempotencyConfig, idempotent

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.typing import LambdaContext

app = APIGatewayRestResolver()
store = DynamoDBPersistenceLayer(os.environ["IDEMPOTENCY_TABLE"])
config = IdempotencyConfig(event_key_jmespath="powertools_json(body).idempotency_key", raise_on_no_idempotency_key=True)


@app.post("/actions/mail/send")
def send() -> dict[str, Any]:
    """Where such a function would send."""
    return {"sent": app.current_event.json_body["input"]["to"]}


@idempotent(persistence_store=store, config=config)
def handler(event: dict[str, Any], context: "LambdaContext") -> dict[str, Any]:
    """Answer an event of API Gateway."""
    return app.resolve(event, context)
