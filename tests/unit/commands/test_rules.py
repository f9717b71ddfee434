"""`oncestep connections`: rules are checked before they are stored, and rehearsed without sending."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import Result

from oncestep.adapters.connection_secret import connection_in
from oncestep.domain.connection_rules import ConnectionRules
from tests.support.moto import CONNECTIONS, client
from tests.support.ruled import KEY, LOOKUP, MARK

pytestmark = pytest.mark.usefixtures("stack")

WHOSE = ("--client", "acme", "--provider", "http", "--name", "shop")
SECRET = f"{CONNECTIONS}acme/http/shop"
PLACE = ("--account", "acct-1", "--base-url", "https://shop.example")
SLOW: dict[str, Any] = {"timeout": "40s"}


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., str]:
    def write(rules: object, *, text: str | None = None) -> str:
        path = tmp_path / "rules.yaml"
        path.write_text(json.dumps(rules) if text is None else text, "utf-8")
        return str(path)

    return write


@pytest.fixture
def created(run: Callable[..., Result], written: Callable[..., str], stack: None) -> None:
    del stack
    facts = ("--credential", "X-Token", "--rules", written(SLOW))
    finished = run("connections", "create", *WHOSE, *PLACE, *facts, typed="sk_1\n")
    assert finished.exit_code == 0, finished.stderr


def stored() -> ConnectionRules | None:
    return connection_in(client("secretsmanager").get_secret_value(SecretId=SECRET)["SecretString"], "shop").rules


@pytest.mark.usefixtures("created")
def test_rules_are_stored_with_the_connection_and_replaced_and_taken_away(
    run: Callable[..., Result], written: Callable[..., str]
) -> None:
    assert stored() == ConnectionRules(timeout=40_000)
    assert run("connections", "set", *WHOSE, "--rules", written(None, text="timeout: 30s\n")).exit_code == 0
    assert stored() == ConnectionRules(timeout=30_000)
    assert run("connections", "set", *WHOSE, "--rules", written({})).exit_code == 0
    assert stored() is None


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"timeout": "51s"}, "timeout: must be more than 0s"),
        ({"timout": "5s"}, "timout"),
        ({"lookup": LOOKUP}, "lookup.match: the request does not send {operation.id}"),
        ({"idempotency": {"name": "x-token"}}, "idempotency.name: the credential"),
        (["a"], "is a mapping"),
    ],
)
@pytest.mark.usefixtures("created")
def test_wrong_rules_are_not_stored(
    run: Callable[..., Result], written: Callable[..., str], rules: object, told: str
) -> None:
    refused = run("connections", "set", *WHOSE, "--rules", written(rules))
    assert refused.exit_code != 0
    assert told in " ".join(refused.stderr.replace("│", " ").split())
    assert stored() == ConnectionRules(timeout=40_000)


@pytest.mark.usefixtures("created")
def test_a_credential_that_would_replace_the_key_is_not_rotated_in(
    run: Callable[..., Result], written: Callable[..., str]
) -> None:
    run("connections", "set", *WHOSE, "--rules", written({"idempotency": {"name": "X-Request-Id"}}))
    refused = run("connections", "rotate", *WHOSE, "--credential", "x-request-id", typed="sk_2\n")
    assert "idempotency.name: the credential" in " ".join(refused.stderr.replace("│", " ").split())


def test_a_provider_whose_contract_knows_the_api_takes_no_rules(
    run: Callable[..., Result], written: Callable[..., str]
) -> None:
    whose = ("--client", "acme", "--provider", "stripe", "--account", "a")
    refused = run("connections", "create", *whose, "--rules", written(SLOW))
    assert "take no rules" in refused.stderr


@pytest.mark.usefixtures("created")
def test_a_connection_is_shown_without_its_secrets(run: Callable[..., Result]) -> None:
    as_yaml, as_json = (run("connections", "show", *WHOSE, *more).stdout for more in ((), ("--json",)))
    expected = {"account": "acct-1", "base_url": "https://shop.example", "rules": SLOW, "credentials": ["X-Token"]}
    assert yaml.safe_load(as_yaml) == json.loads(as_json) == expected


def rehearsed(run: Callable[..., Result], *options: str) -> dict[str, tuple[str, str]]:
    finished = run("connections", "rehearse", *options, "--json")
    assert finished.exit_code == 0, finished.stderr
    return {line["case"]: (line["outcome"], line["next"]) for line in json.loads(finished.stdout)}


def test_without_rules_whatever_is_unknown_ends_at_a_person(
    run: Callable[..., Result], written: Callable[..., str]
) -> None:
    lines = rehearsed(run, "--rules", written({}))
    for case in ("302", "500", "503", "timeout after the request was written"):
        assert lines[case][0] == "unknown"
        assert lines[case][1].startswith("stop for a person: contract_unverified")
    assert lines["401"] == ("not applied", "stop for a person: connection (http_401)")
    assert lines["refused connection"] == ("not applied", "send again with the same key, in about 1 s")
    assert lines["429 with Retry-After: 30"] == ("not applied", "send again with the same key, in about 30 s")
    assert lines["400"] == ("rejected", "done")
    assert lines["409"] == ("rejected", "done; on a retry it would settle nothing")
    assert lines["the same call again, later"] == ("confirmed", "answer from the ledger; send nothing")
    assert len(lines) == 12


def test_rules_show_what_they_change(run: Callable[..., Result], written: Callable[..., str]) -> None:
    outcomes = {
        "success": {"ok": True},
        "success_absent": ["errors"],
        "failed_body": "unknown",
        "rules": [{"statuses": [302], "outcome": "confirmed"}, {"statuses": [503], "outcome": "not_applied"}],
    }
    lines = rehearsed(run, "--rules", written({"outcomes": outcomes, "idempotency": KEY}))
    assert lines["success"] == ("confirmed", "done")
    assert lines["302"] == ("confirmed", "done")
    assert lines["200 with a failed body"][0] == "unknown"
    assert lines["503"] == ("not applied", "send again with the same key, in about 1 s")
    assert lines["500"] == ("unknown", "send again with the same key, in about 1 s")


@pytest.mark.usefixtures("created")
def test_a_stored_connection_is_rehearsed(run: Callable[..., Result], written: Callable[..., str]) -> None:
    run("connections", "set", *WHOSE, "--rules", written({"mark": MARK, "lookup": LOOKUP}))
    lines = rehearsed(run, "--client", "acme", "--name", "shop")
    assert lines["500"] == ("unknown", "look up whether it was done, in about 1 s")


def test_a_table_is_for_people(run: Callable[..., Result], written: Callable[..., str]) -> None:
    printed = run("connections", "rehearse", "--rules", written({})).stdout
    assert "timeout after the request was written" in printed
    assert "stop for a person: contract_unverified" in printed


def test_something_must_be_rehearsed(run: Callable[..., Result]) -> None:
    assert "give --rules FILE" in run("connections", "rehearse").stderr
