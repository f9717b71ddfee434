"""The files of a local stack: where they lie, who may read them, and when the code counts as changed."""

from pathlib import Path

import pytest

from cli.local import sources, stack_file
from cli.local.places import ROOT, Places
from cli.local.ports import free_port, free_ports
from cli.local.stack_file import Stack

STACK = Stack(
    api_url="http://127.0.0.1:4566",
    builder_key="builder",
    operator_key="operator",
    signing_secret="signing",  # noqa: S106 - none
    queue_url="queue",
    dead_letter_queue_url="dead letters",
    table="ledger",
    access_table="access",
    blob_bucket="blobs",
    connections_prefix="oncestep/connections/",
    region="eu-central-1",
    aws_endpoint_url="http://127.0.0.1:4566",
    providers={"mail": "http://127.0.0.1:1"},
    proxied={"mail": "http://127.0.0.1:2"},
    fault_proxy="http://127.0.0.1:3",
    functions={"ActionsFunction": "actions"},
    pids={"emulator": 1},
)


def test_a_stack_lives_below_the_checkout() -> None:
    places = Places.from_env({})
    assert places.folder == ROOT / ".local/stack"
    assert places.stack_file == ROOT / ".local/stack.json"


def test_another_folder_makes_another_stack(tmp_path: Path) -> None:
    places = Places.from_env({"ONCESTEP_LOCAL_DIR": str(tmp_path / "second")})
    assert places.folder == tmp_path / "second"
    assert places.stack_file == tmp_path / "second.json"


def test_what_is_written_is_read_again_and_only_its_owner_may(tmp_path: Path) -> None:
    path = tmp_path / "stack.json"
    stack_file.write(STACK, path)
    assert stack_file.read(path) == STACK
    assert path.stat().st_mode & 0o777 == 0o600


def test_there_is_no_stack_without_its_file(tmp_path: Path) -> None:
    assert stack_file.read(tmp_path / "stack.json") is None


@pytest.mark.parametrize("changed", ["template.yaml", "functions/actions/app.py", "connectors/new.yaml"])
def test_a_changed_source_changes_the_digest(tmp_path: Path, changed: str) -> None:
    (tmp_path / "functions/actions").mkdir(parents=True)
    (tmp_path / "connectors").mkdir()
    before = sources.digest(tmp_path)
    (tmp_path / changed).write_text("changed")
    assert sources.digest(tmp_path) != before


def test_a_changed_contract_of_one_s_own_changes_the_digest(tmp_path: Path) -> None:
    private = tmp_path / "private"
    (private / "letters").mkdir(parents=True)
    before = sources.digest(tmp_path, [private])
    (private / "letters/contract.yaml").write_text("title: Letters")
    assert sources.digest(tmp_path) == sources.digest(tmp_path, []) == before
    assert sources.digest(tmp_path, [private]) != before


def test_bytecode_does_not_change_the_digest(tmp_path: Path) -> None:
    before = sources.digest(tmp_path)
    (tmp_path / "functions/actions/__pycache__").mkdir(parents=True)
    (tmp_path / "functions/actions/__pycache__/app.pyc").write_text("bytecode")
    assert sources.digest(tmp_path) == before


def test_free_ports_differ() -> None:
    assert len(set(free_ports(7))) == 7


def test_a_taken_port_is_replaced_by_a_free_one() -> None:
    with_one_taken = free_port()
    assert free_port(with_one_taken) == with_one_taken
