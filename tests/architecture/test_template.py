"""What the template promises whatever else changes in it: nothing is lost, nothing is open, nothing is too wide."""

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from oncestep.runtime.settings import AuthorizerSettings, LedgerSettings, SendingSettings
from tests.support.cloudformation import load_template

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
TEMPLATE = load_template(ROOT / "template.yaml")
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
ALARMS = of_type("AWS::CloudWatch::Alarm")


def statements() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, function in FUNCTIONS.items():
        for policy in function["Policies"]:
            for statement in policy["Statement"]:
                yield name, statement


def access_log() -> dict[str, Any]:
    """Where and how the gateway logs, when it is asked to."""
    condition, log, otherwise = RESOURCES["Api"]["Properties"]["AccessLogSetting"]["Fn::If"]
    assert (condition, otherwise) == ("HasApiAccessLog", {"Ref": "AWS::NoValue"})
    settings: dict[str, Any] = log
    return settings


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


def test_indexes_hold_keys_only_and_one_what_lists_are_narrowed_by() -> None:
    indexes = RESOURCES["LedgerTable"]["Properties"]["GlobalSecondaryIndexes"]
    projections = {index["IndexName"]: index["Projection"] for index in indexes}
    narrowed = {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["connection", "provider", "action"]}
    assert projections.pop("recent") == narrowed
    assert set(projections) == {"due", "attention", "by_correlation", "by_key", "by_remote_id"}
    assert all(projection == {"ProjectionType": "KEYS_ONLY"} for projection in projections.values())


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


def test_who_reads_bodies_may_list_them_so_that_s3_tells_a_lost_one_from_an_outage() -> None:
    readers = [name for name, each in statements() if "s3:GetObject" in as_list(each["Action"])]
    listing = [(name, each["Resource"]) for name, each in statements() if "s3:ListBucket" in as_list(each["Action"])]
    assert listing == [(name, {"Fn::GetAtt": "BlobBucket.Arn"}) for name in readers]


@pytest.mark.parametrize("group", of_type("AWS::Logs::LogGroup").values())
def test_logs_expire(group: dict[str, Any]) -> None:
    assert group["RetentionInDays"] == {"Ref": "LogRetentionDays"}


def test_every_function_has_a_log_group() -> None:
    groups = [function["LoggingConfig"]["LogGroup"]["Ref"] for function in FUNCTIONS.values()]
    assert {RESOURCES[group]["Type"] for group in groups} == {"AWS::Logs::LogGroup"}
    assert len(set(groups)) == len(FUNCTIONS)


def test_every_function_has_an_alarm_on_errors_but_the_one_that_strangers_can_make_fail() -> None:
    watched = [alarm["Dimensions"][0]["Value"]["Ref"] for alarm in ALARMS.values() if alarm["MetricName"] == "Errors"]
    assert sorted(watched) == sorted(set(FUNCTIONS) - {"AuthorizerFunction"})


def test_an_alarm_sees_the_authorizer_fail_where_the_gateway_answers_for_it() -> None:
    alarm = RESOURCES["ApiErrorsAlarm"]["Properties"]
    assert (alarm["Namespace"], alarm["MetricName"]) == ("AWS/ApiGateway", "5XXError")
    assert alarm["Dimensions"] == [{"Name": "ApiName", "Value": RESOURCES["Api"]["Properties"]["Name"]}]


def test_an_alarm_sees_the_defects_that_the_edges_catch() -> None:
    alarm = RESOURCES["DefectAlarm"]["Properties"]
    assert alarm["MetricName"] == "Defect"
    assert alarm["AlarmActions"] == RESOURCES["WorkerErrorsAlarm"]["Properties"]["AlarmActions"]


def test_alarms_on_our_own_figures_look_where_the_functions_write_them() -> None:
    written = TEMPLATE["Globals"]["Function"]["Environment"]["Variables"]
    ours = [alarm for alarm in ALARMS.values() if not alarm["Namespace"].startswith("AWS/")]
    assert {alarm["Namespace"] for alarm in ours} == {written["POWERTOOLS_METRICS_NAMESPACE"]}
    service = [{"Name": "service", "Value": written["POWERTOOLS_SERVICE_NAME"]}]
    assert [alarm for alarm in ours if alarm["Dimensions"] != service] == []


def test_every_alarm_tells_somebody() -> None:
    assert all(alarm["AlarmActions"] for alarm in ALARMS.values())


def test_the_alarm_on_an_old_unknown_does_not_speak_of_those_that_stopped() -> None:
    description = RESOURCES["OldestUnknownAlarm"]["Properties"]["AlarmDescription"]
    assert "still due" in description
    assert "wait for a person have their own alarm" in description


@pytest.mark.parametrize("topic", of_type("AWS::SNS::Topic").values())
def test_whoever_asks_for_it_has_alarms_encrypted_with_a_key_that_cloudwatch_may_use(topic: dict[str, Any]) -> None:
    assert topic["KmsMasterKeyId"] == {"Fn::If": ["HasAlarmKey", {"Ref": "AlarmKey"}, {"Ref": "AWS::NoValue"}]}
    (policy,) = of_type("AWS::KMS::Key").values()
    uses = {str(each["Principal"]): each["Action"] for each in policy["KeyPolicy"]["Statement"]}
    assert uses[str({"Service": "cloudwatch.amazonaws.com"})] == ["kms:Decrypt", "kms:GenerateDataKey*"]


def test_a_key_that_costs_money_is_made_only_for_those_who_ask_for_it() -> None:
    assert TEMPLATE["Parameters"]["EncryptAlarms"]["Default"] == "false"
    assert RESOURCES["AlarmKey"]["Condition"] == "HasAlarmKey"


def test_the_access_log_has_the_id_that_the_gateway_s_refusals_name() -> None:
    log = json.loads(access_log()["Format"])
    assert {"method", "path", "status", "errorType", "integrationError"} < set(log)
    responses = RESOURCES["Api"]["Properties"]["GatewayResponses"].values()
    problems = [response["ResponseTemplates"]["application/json"] for response in responses]
    assert [problem for problem in problems if f"urn:uuid:{log['requestId']}" not in problem] == []


def test_the_access_log_tells_nothing_of_the_caller() -> None:
    assert [word for word in ("authorizer", "identity", "apiKey", "principal") if word in access_log()["Format"]] == []


def test_the_account_s_role_for_the_access_log_is_left_alone() -> None:
    assert of_type("AWS::ApiGateway::Account") == {}
    assert TEMPLATE["Parameters"]["ApiAccessLog"]["Default"] == "false"


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


def test_the_readme_names_every_parameter_with_its_default() -> None:
    named = dict(re.findall(r"^\| `(\w+)` \| (\S+) \|", README, re.MULTILINE))
    parameters = TEMPLATE["Parameters"].items()
    assert named == {name: str(parameter["Default"]) or "none" for name, parameter in parameters}


def test_loopback_is_closed_unless_somebody_opens_it() -> None:
    assert TEMPLATE["Parameters"]["AllowLoopback"]["Default"] == "false"
