"""What the owner of a plain HTTP connection knows of an API decides on the deployed stack as a contract would."""

import json
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cli.local.seed import CLIENT
from cli.local.stack_file import Stack
from tests.support.api import Api
from tests.support.command_line import CommandLine
from tests.support.inside import Inside
from tests.support.outside import Outside
from tests.support.steps import Step, bare_request, step

SEARCHED: dict[str, Any] = {
    "timeout": "8s",
    "outcomes": {"success_absent": ["errors"], "remote_id": "id"},
    "mark": {"place": "body", "name": "reference"},
    "lookup": {
        "path": "/adjustments",
        "query": {"reference": "{operation.id}"},
        "items": "data",
        "match": {"reference": "{operation.id}"},
        "remote_id": "id",
        "max_processing": "5s",
        "consistent_after": "0s",
        "source": "cli/providers/inventory",
        "checked_on": "2026-11-30",
    },
}
WHOSE = ("--client", CLIENT, "--provider", "http", "--name", "ruled")


@pytest.fixture(scope="module")
def ruled(stack: Stack, command_line: CommandLine, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A connection to the inventory whose owner knows how to look up what became of a request."""
    rules: Path = tmp_path_factory.mktemp("rules") / "rules.json"
    rules.write_text(json.dumps(SEARCHED), "utf-8")
    place = ("--account", "shop", "--base-url", stack.proxied["inventory"], "--allowed-host", "127.0.0.1")
    command_line.run("connections", "create", *WHOSE, *place, "--rules", str(rules))
    return "ruled"


def request(path: str = "/adjustments") -> Step:
    return step("http.request", {"path": path, "body": '{"sku": "sku-book", "delta": -1}'})


@pytest.mark.parametrize("fault", ["answer_lost", "drop_before_effect"])
def test_a_lost_answer_is_found_out_by_the_owners_lookup(
    builder: Api, outside: Outside, ruled: str, fault: str
) -> None:
    lost = request()
    outside.strike(lost, fault)
    builder.run(lost, connection=ruled)
    assert builder.settled(lost)["state"] == "confirmed"
    assert outside.effects(lost) == 1


def test_requests_under_a_rate_limit_are_sent_no_faster(
    stack: Stack, builder: Api, outside: Outside, command_line: CommandLine, tmp_path: Path
) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps({"rate_limit": {"requests": 1, "per": "3s"}}), "utf-8")
    whose = ("--client", CLIENT, "--provider", "http", "--name", "paced")
    place = ("--account", "shop", "--base-url", stack.proxied["inventory"], "--allowed-host", "127.0.0.1")
    command_line.run("connections", "create", *whose, *place, "--rules", str(rules))
    requests = [bare_request() for _ in range(3)]
    assert {builder.run(each, prefer="wait=0", connection="paced").status_code for each in requests} == {202}
    rows = [builder.settled(each) for each in requests]
    assert [(row["state"], len(row["attempts"])) for row in rows] == [("confirmed", 1)] * 3
    sent = sorted(datetime.fromisoformat(row["attempts"][0]["started_at"]) for row in rows)
    assert all(later - earlier >= timedelta(seconds=2.9) for earlier, later in pairwise(sent))
    assert [outside.effects(each) for each in requests] == [1, 1, 1]


def test_a_path_that_leaves_the_base_is_refused_and_nothing_is_stored(builder: Api, inside: Inside, ruled: str) -> None:
    before = inside.operations()
    refused = builder.run(request("/adjustments/%2e%2e/admin"), connection=ruled)
    assert refused.status_code == 400
    assert [error["field"] for error in refused.json()["errors"]] == ["input.path"]
    assert inside.operations() == before


def test_the_owner_sees_the_rules_and_what_they_mean(command_line: CommandLine, ruled: str) -> None:
    assert json.loads(command_line.run("connections", "show", *WHOSE, "--json"))["rules"] == SEARCHED
    lines = json.loads(command_line.run("connections", "rehearse", "--client", CLIENT, "--name", ruled, "--json"))
    [lost] = [line for line in lines if line["case"].startswith("timeout")]
    assert lost["next"].startswith("look up")
