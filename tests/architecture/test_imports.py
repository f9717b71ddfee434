"""What a function must not import: each import is paid at every cold start. Seen in fresh interpreters, not timed."""

import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.moto import Stack

ROOT = Path(__file__).parents[2]
FUNCTIONS = sorted(file.parent.name for file in ROOT.glob("functions/*/app.py"))
SETTINGS = Stack("https://sqs.eu-central-1.amazonaws.com/123456789012/queue").env
LOAD = "import runpy, sys; runpy.run_path(sys.argv[1]); print(*sys.modules)"

NOWHERE = (
    "aws_lambda_powertools.event_handler",
    "aws_lambda_powertools.utilities.batch",
    "aws_lambda_powertools.utilities.data_classes",
    "cli",
    "connectors",
    "httpx",
    "jsonschema",
    "moto",
    "pydantic",
    "pytest",
    "rich",
    "typer",
    "yaml",
)
SENDING = (
    "boto3",
    "aws_lambda_powertools.utilities.idempotency",
    "jsonschema_rs",
    "oncestep.adapters.jsonschema_validator",
    "oncestep.adapters.powertools_once",
    "oncestep.adapters.s3_blobs",
    "oncestep.adapters.secretsmanager_connections",
    "oncestep.adapters.urllib3_sender",
    "oncestep.application.accept",
    "oncestep.application.attempt",
)
LEDGER = (
    "oncestep.adapters.pynamodb_ledger",
    "oncestep.adapters.pynamodb_rows",
    "oncestep.adapters.sqs_queue",
    "oncestep.application.follow",
)
KEYS = ("oncestep.adapters.pynamodb_access",)
LISTS = ("oncestep.adapters.pynamodb_journal", "oncestep.application.openapi", "oncestep.application.query")
VERBS = ("oncestep.application.operate",)
MESSAGES = ("oncestep.application.lookup", "oncestep.application.work")
SWEEP = ("oncestep.application.reconcile",)

NEVER = {
    "actions": (*KEYS, *LISTS, *VERBS, *MESSAGES, *SWEEP),
    "authorizer": (*SENDING, *LEDGER, *LISTS, *VERBS, *MESSAGES, *SWEEP),
    "operations": (*KEYS, *MESSAGES, *SWEEP),
    "reconcile": (*SENDING, *KEYS, *LISTS, *VERBS, *MESSAGES),
    "worker": (*KEYS, *LISTS, *VERBS, *SWEEP),
}


@cache
def imported_by(function: str) -> frozenset[str]:
    """All modules that are there once the function is ready for its first event."""
    command = [sys.executable, "-c", LOAD, str(ROOT / "functions" / function / "app.py")]
    done = subprocess.run(command, env=dict(SETTINGS), check=True, capture_output=True, text=True)
    return frozenset(done.stdout.split())


def test_every_function_is_looked_at() -> None:
    assert sorted(NEVER) == FUNCTIONS


@pytest.mark.parametrize("name", sorted({name for names in NEVER.values() for name in names}))
def test_what_must_not_be_imported_goes_by_that_name(name: str) -> None:
    assert find_spec(name) is not None


@pytest.mark.parametrize("name", NOWHERE)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_no_function_imports_what_belongs_to_development_or_to_frameworks(function: str, name: str) -> None:
    assert name not in imported_by(function)


@pytest.mark.parametrize("function", NEVER)
def test_a_function_imports_nothing_that_only_others_use(function: str) -> None:
    assert sorted(imported_by(function) & set(NEVER[function])) == []
