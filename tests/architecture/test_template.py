"""What the template promises whatever else changes in it: nothing is lost, nothing is open, nothing is too wide."""

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from oncestep.runtime.settings import AuthorizerSettings, LedgerSettings, SendingSettings
from tests.support.cloudformation import load_template

TEMPLATE = load_template(Path(__file__).parents[2] / "template.yaml")
RESOURCES: dict[str, dict[str, Any]] = TEMPLATE["Resources"]

TABLES = ("LedgerTable", "AccessTable")
QUEUES = ("Queue", "DeadLetterQueue")
KEPT = (*TABLES, "BlobBucket")
SETTINGS: dict[str, type] = {
    "AuthorizerFunction": AuthorizerSettings,
    "ActionsFunction": SendingSettings,
    "OperationsFunction": SendingSettings,
    "WorkerFunction": SendingSettings,
    "ReconcileFunction": LedgerSettings,
}
OF_THE_RUNTIME = {"AWS_REGION"}
SECONDS_OF_A_FORTNIGHT = 14 * 24 * 3600


def of_type(kind: str) -> dict[str, dict[str, Any]]:
    return {name: each["Properties"] for name, each in RESOURCES.items() if each["Type"] == kind}


FUNCTIONS = of_type("AWS::Serverless::Function")


def statements() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, function in FUNCTIONS.items():
        for policy in function["Policies"]:
            for statement in policy["Statement"]:
                yield name, statement


def as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


@pytest.mark.parametrize("name", KEPT)
def test_what_is_remembered_outlives_the_stack(name: str) -> None:
    assert RESOURCES[name]["DeletionPolicy"] == "Retain"
    assert RESOURCES[name]["UpdateReplacePolicy"] == "Retain"


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_encrypted_and_can_be_restored_to_any_second(name: str) -> None:
    table = RESOURCES[name]["Properties"]
    assert table["SSESpecification"] == {"SSEEnabled": True, "SSEType": "KMS"}
    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}


def test_nothing_has_a_fixed_name() -> None:
    kinds = ("TableName", "BucketName", "QueueName", "TopicName", "FunctionName", "RoleName", "LogGroupName")
    named = [(name, each["Properties"].get(kind)) for name, each in RESOURCES.items() for kind in kinds]
    assert [name for name, value in named if isinstance(value, str)] == []


def test_the_ledger_expires_rows_by_the_attribute_that_only_terminal_rows_have() -> None:
    ledger = RESOURCES["LedgerTable"]["Properties"]
    assert ledger["TimeToLiveSpecification"] == {"AttributeName": "expires_at", "Enabled": True}


def test_indexes_hold_keys_only() -> None:
    indexes = RESOURCES["LedgerTable"]["Properties"]["GlobalSecondaryIndexes"]
    assert {index["IndexName"] for index in indexes} == {"due", "attention", "recent", "by_correlation"}
    assert all(index["Projection"] == {"ProjectionType": "KEYS_ONLY"} for index in indexes)


@pytest.mark.parametrize("name", QUEUES)
def test_queues_are_encrypted(name: str) -> None:
    assert RESOURCES[name]["Properties"]["SqsManagedSseEnabled"] is True


def test_three_failed_receives_move_a_message_to_the_dead_letter_queue() -> None:
    policy = RESOURCES["Queue"]["Properties"]["RedrivePolicy"]
    assert policy["deadLetterTargetArn"] == {"Fn::GetAtt": "DeadLetterQueue.Arn"}
    assert policy["maxReceiveCount"] == 3


def test_dead_letters_are_kept_for_as_long_as_sqs_can() -> None:
    assert RESOURCES["DeadLetterQueue"]["Properties"]["MessageRetentionPeriod"] == SECONDS_OF_A_FORTNIGHT


def test_a_message_stays_hidden_for_six_worker_timeouts() -> None:
    visibility = RESOURCES["Queue"]["Properties"]["VisibilityTimeout"]
    assert visibility >= 6 * FUNCTIONS["WorkerFunction"]["Timeout"]


def test_the_worker_takes_one_message_at_a_time_and_reports_it_alone() -> None:
    mapping = RESOURCES["WorkerMessages"]["Properties"]
    assert mapping["BatchSize"] == 1
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]


def test_blobs_are_private_and_encrypted() -> None:
    bucket = RESOURCES["BlobBucket"]["Properties"]
    assert bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    assert all(bucket["PublicAccessBlockConfiguration"].values())
    assert len(bucket["PublicAccessBlockConfiguration"]) == 4


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_given_the_settings_that_it_reads_and_no_others(name: str) -> None:
    settings = fields(SETTINGS[name])
    needed = {field.name.upper() for field in settings if field.default is MISSING} - OF_THE_RUNTIME
    given = set(FUNCTIONS[name]["Environment"]["Variables"])
    assert needed <= given <= {field.name.upper() for field in settings}


def test_no_function_may_do_more_than_it_names() -> None:
    wide = [(name, each) for name, each in statements() if any("*" in act for act in as_list(each["Action"]))]
    assert wide == []


def test_no_function_may_reach_every_resource() -> None:
    assert [(name, each) for name, each in statements() if each["Resource"] == "*"] == []


def test_only_those_that_make_or_send_requests_may_read_credentials() -> None:
    readers = {name for name, each in statements() if "secretsmanager" in str(each["Action"])}
    assert readers == {"ActionsFunction", "OperationsFunction", "WorkerFunction"}


def test_every_function_has_logs_that_expire_and_an_alarm_on_errors() -> None:
    alarms = of_type("AWS::CloudWatch::Alarm").values()
    watched = {str(alarm["Dimensions"][0]["Value"]) for alarm in alarms if alarm["MetricName"] == "Errors"}
    assert watched == {str({"Ref": name}) for name in FUNCTIONS}
    for function in FUNCTIONS.values():
        group = RESOURCES[function["LoggingConfig"]["LogGroup"]["Ref"]]
        assert group["Properties"]["RetentionInDays"] == {"Ref": "LogRetentionDays"}


def test_every_alarm_tells_somebody() -> None:
    assert all(alarm["AlarmActions"] for alarm in of_type("AWS::CloudWatch::Alarm").values())


def test_the_gateway_refuses_with_problems_that_say_whether_to_try_again() -> None:
    responses = RESOURCES["Api"]["Properties"]["GatewayResponses"]
    for response in responses.values():
        headers = response["ResponseParameters"]["Headers"]
        assert headers["Content-Type"] == "'application/problem+json'"
        template = response["ResponseTemplates"]["application/json"]
        problem = json.loads(template.replace("$context.error.messageString", '"as the gateway says"'))
        assert set(problem) == {"type", "title", "status", "detail", "instance", "retryable"}
        assert problem["status"] == response["StatusCode"]
        assert problem["retryable"] == ("Retry-After" in headers)


def test_loopback_is_closed_unless_somebody_opens_it() -> None:
    assert TEMPLATE["Parameters"]["AllowLoopback"]["Default"] == "false"
