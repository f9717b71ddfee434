"""A function reads its environment once, and says at once everything that is wrong with it."""

import pytest

from oncestep.domain.errors import MissingSettings
from oncestep.runtime.settings import AuthorizerSettings, LedgerSettings, SendingSettings, from_env
from oncestep.runtime.wiring.authorizer import AuthorizerParts
from oncestep.runtime.wiring.ledger import LedgerParts
from oncestep.runtime.wiring.sending import SendingParts
from tests.support.moto import Stack

ENV = Stack("https://sqs.example/queue").env


def test_every_setting_is_read_in_its_type() -> None:
    env = {**ENV, "INLINE_BUDGET_SECONDS": "7", "ALLOW_LOOPBACK": "true", "PUBLIC_URL": "https://oncestep.example"}
    assert from_env(SendingSettings, env) == SendingSettings(
        aws_region="eu-central-1",
        ledger_table="ledger",
        queue_url="https://sqs.example/queue",
        operation_retention_days=90,
        blob_bucket="blobs",
        connections_prefix="oncestep/connections/",
        connection_state_table="connection-state",
        inline_budget_seconds=7,
        allow_loopback=True,
        public_url="https://oncestep.example",
    )


def test_what_has_a_default_may_be_left_out_or_left_empty() -> None:
    empty = {"INLINE_BUDGET_SECONDS": "", "ALLOW_LOOPBACK": "", "PUBLIC_URL": ""}
    left_out, left_empty = from_env(SendingSettings, ENV), from_env(SendingSettings, {**ENV, **empty})
    assert left_out == left_empty
    assert (left_out.inline_budget_seconds, left_out.allow_loopback, left_out.public_url) == (25, False, "")


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("True", True), ("1", True), ("false", False), ("0", False), ("maybe", False)]
)
def test_loopback_is_opened_by_a_clear_word_only(text: str, *, value: bool) -> None:
    assert from_env(SendingSettings, {**ENV, "ALLOW_LOOPBACK": text}).allow_loopback is value


@pytest.mark.parametrize(
    ("parts", "missing"),
    [
        (AuthorizerParts, {"AWS_REGION", "ACCESS_TABLE"}),
        (LedgerParts, {"AWS_REGION", "LEDGER_TABLE", "QUEUE_URL", "OPERATION_RETENTION_DAYS"}),
        (
            SendingParts,
            {
                "AWS_REGION",
                "LEDGER_TABLE",
                "QUEUE_URL",
                "OPERATION_RETENTION_DAYS",
                "BLOB_BUCKET",
                "CONNECTIONS_PREFIX",
                "CONNECTION_STATE_TABLE",
            },
        ),
    ],
)
@pytest.mark.parametrize("env", [{}, dict.fromkeys(ENV, "")], ids=["not set", "empty"])
def test_a_function_that_cannot_start_names_everything_that_is_missing(
    parts: type[AuthorizerParts | LedgerParts], missing: set[str], env: dict[str, str]
) -> None:
    with pytest.raises(MissingSettings) as refused:
        parts(env)
    assert set(str(refused.value).split("; ")) == {f"{name} is missing" for name in missing}


def test_what_is_wrong_and_what_is_missing_are_told_together() -> None:
    env = {**ENV, "OPERATION_RETENTION_DAYS": "ninety", "LEDGER_TABLE": ""}
    with pytest.raises(MissingSettings) as refused:
        from_env(LedgerSettings, env)
    assert str(refused.value) == "LEDGER_TABLE is missing; OPERATION_RETENTION_DAYS is not of type int"


@pytest.mark.parametrize("kind", [AuthorizerSettings, LedgerSettings, SendingSettings])
def test_no_function_starts_where_idempotency_is_switched_off(kind: type) -> None:
    with pytest.raises(MissingSettings, match="send without a claim"):
        from_env(kind, {**ENV, "POWERTOOLS_IDEMPOTENCY_DISABLED": "1"})
