"""Every function takes its recorded events, started as Lambda starts it, over moto and a provider on a socket."""

import json
import sys
from collections.abc import Iterator

import pytest

from connectors.compile import main as compile_contracts
from oncestep.adapters.pynamodb_access import bound_access, hash_secret
from tests.support.moto import ACCESS_TABLE, CONNECTIONS, REGION, Stack, client, stack
from tests.unit.adapters.servers import Server, answering, http, serving
from tests.unit.runtime.events import ALL, Event, recorded
from tests.unit.runtime.functions import NAMES, Function, body_of, start

MADE = http(b'{"id": "msg_1"}', "201 Created", "Content-Type: application/json")


@pytest.fixture(scope="module")
def provider() -> Iterator[Server]:
    with serving(answering(MADE)) as server:
        yield server


@pytest.fixture(scope="module")
def deployed(provider: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The stack with a key, a connection and the compiled contracts."""
    catalogue = tmp_path_factory.mktemp("layer") / "oncestep_catalog"
    compile_contracts(["--to", str(catalogue)])
    with pytest.MonkeyPatch.context() as patch, stack() as made:
        patch.syspath_prepend(catalogue.parent)
        patch.delitem(sys.modules, "oncestep_catalog", raising=False)
        patch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Oncestep")
        create_key()
        create_connection(provider.port)
        yield made


def create_key() -> None:
    bound_access(ACCESS_TABLE, REGION)(
        key_id="key_0a1b2c3d4e5f",
        secret_sha256=hash_secret("hidden"),
        client="acme",
        role="builder",
        scope="own",
        allow=["*"],
        label="Acme's flows",
        created_at=0,
    ).save()


def create_connection(port: int) -> None:
    secret = {"account": "acct-1", "base_url": f"http://127.0.0.1:{port}", "credentials": {"token": "t"}}
    client("secretsmanager").create_secret(Name=f"{CONNECTIONS}acme/mail/default", SecretString=json.dumps(secret))


@pytest.fixture(scope="module")
def functions(deployed: Stack) -> dict[str, Function]:
    """All of them, started."""
    env = {**deployed.env, "ALLOW_LOOPBACK": "true"}
    return {name: start(name, env) for name in NAMES}


def queued(deployed: Stack) -> Event:
    """The next message of the queue as the worker gets it."""
    event = recorded("worker.work")
    (message,) = client("sqs").receive_message(QueueUrl=deployed.queue_url)["Messages"]
    event["Records"][0] |= {
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
    }
    return event


def asking_for(operation_id: str, case: str) -> Event:
    return recorded(f"operations.{case}") | {"pathParameters": {"id": operation_id}, "queryStringParameters": None}


def test_every_function_has_recorded_events_and_every_event_a_function() -> None:
    assert {name.partition(".")[0] for name in ALL} == set(NAMES)


@pytest.mark.parametrize(
    ("case", "status"),
    [("list", 200), ("me", 200), ("show", 404), ("result", 404), ("replay", 404)],
)
def test_operations_answers_its_recorded_events(functions: dict[str, Function], case: str, status: int) -> None:
    assert functions["operations"](recorded(f"operations.{case}"))["statusCode"] == status


def test_the_authorizer_lets_the_holder_of_a_key_in(functions: dict[str, Function]) -> None:
    granted = functions["authorizer"](recorded("authorizer.request"))
    assert (granted["principalId"], granted["context"]["client"]) == ("key_0a1b2c3d4e5f", "acme")


def test_the_authorizer_refuses_everybody_else(functions: dict[str, Function]) -> None:
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        functions["authorizer"](recorded("authorizer.request") | {"headers": {}})


def test_an_action_runs_once_however_often_it_is_posted(functions: dict[str, Function], provider: Server) -> None:
    provider.requests.clear()
    first, repeat = (functions["actions"](recorded("actions.post")) for _ in range(2))
    assert (first["statusCode"], repeat["statusCode"]) == (200, 200)
    assert body_of(repeat) == {**body_of(first), "replayed": True}
    assert body_of(first)["remote_id"] == "msg_1"
    assert repeat["headers"]["Idempotent-Replayed"] == "true"
    (request,) = provider.requests
    assert b"Authorization: Bearer t\r\n" in request
    assert f"Idempotency-Key: {body_of(first)['operation_id']}\r\n".encode() in request


def test_a_queued_action_is_done_by_the_worker_and_its_result_is_at_its_location(
    functions: dict[str, Function], deployed: Stack, provider: Server
) -> None:
    provider.requests.clear()
    event = recorded("actions.prefer")
    event["multiValueHeaders"]["Idempotency-Key"] = ["order-1843"]
    event["multiValueHeaders"]["Prefer"] = ["respond-async", "wait=0"]
    accepted = functions["actions"](event)
    operation_id = body_of(accepted)["operation_id"]
    assert (accepted["statusCode"], provider.requests) == (202, [])
    assert functions["worker"](queued(deployed)) == {"batchItemFailures": []}
    result = functions["operations"](asking_for(operation_id, "result"))
    shown = functions["operations"](asking_for(operation_id, "show"))
    assert (result["statusCode"], body_of(result)["remote_id"]) == (200, "msg_1")
    assert (body_of(shown)["state"], len(provider.requests)) == ("confirmed", 1)


@pytest.mark.parametrize(("case", "failures"), [("work", 0), ("final", 0), ("unreadable", 0)])
def test_the_worker_takes_its_recorded_messages(functions: dict[str, Function], case: str, failures: int) -> None:
    assert len(functions["worker"](recorded(f"worker.{case}"))["batchItemFailures"]) == failures


def test_the_sweep_runs(functions: dict[str, Function], capsys: pytest.CaptureFixture[str]) -> None:
    assert functions["reconcile"](recorded("reconcile.schedule")) == {"swept": 0}
    assert json.loads(capsys.readouterr().out)["ReconcileBacklog"] == [0.0]


@pytest.mark.parametrize(
    ("event", "error"),
    [("authorizer.request", "Failed to get item"), ("reconcile.schedule", "the due index cannot be read")],
)
def test_what_has_no_caller_to_answer_raises_what_goes_wrong_so_that_lambda_counts_it(
    deployed: Stack, event: str, error: str
) -> None:
    function = start(event.partition(".")[0], {**deployed.env, "ACCESS_TABLE": "gone", "LEDGER_TABLE": "gone"})
    with pytest.raises(Exception, match=error):
        function(recorded(event))


@pytest.mark.parametrize("name", NAMES)
def test_no_function_starts_without_its_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_REGION", raising=False)
    with pytest.raises(Exception, match="AWS_REGION is missing"):
        start(name, {})
