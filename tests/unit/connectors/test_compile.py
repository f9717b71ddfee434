"""The command: what it writes, and what it leaves alone."""

import json
from pathlib import Path

import pytest
import yaml

from connectors.compile import main
from connectors.contracts.problems import Problem
from tests.unit.connectors.contracts import LOOKUP, PROMISE, compiled, contract


def test_a_folder_holds_one_file_per_provider(tmp_path: Path) -> None:
    main(["--to", str(tmp_path)])
    assert {path.name for path in tmp_path.iterdir()} >= {"http.json", "stripe.json"}


def test_the_same_contracts_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("first", "second"):
        main(["--to", str(tmp_path / name)])
    for path in (tmp_path / "first").iterdir():
        assert path.read_bytes() == (tmp_path / "second" / path.name).read_bytes()


def test_a_provider_that_is_gone_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "gone.json").write_text("{}")
    main(["--to", str(tmp_path)])
    assert not (tmp_path / "gone.json").exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}")
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(SystemExit, match=r"is no catalogue, it holds README.md; name another folder"):
        main(["--to", str(tmp_path)])
    assert {path.name for path in tmp_path.iterdir()} == {"package.json", "README.md"}


def test_private_contracts_join_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, provider in (("a", "shop"), ("b", "depot")):
        compiled(tmp_path / folder, contract(), provider)
    monkeypatch.setenv("ONCESTEP_PROVIDERS", str(tmp_path / "a"))
    main(["--to", str(tmp_path / "catalogue"), "--providers", str(tmp_path / "b")])
    assert {path.stem for path in (tmp_path / "catalogue").iterdir()} >= {"shop", "depot", "stripe"}


def test_a_provider_has_one_contract(tmp_path: Path) -> None:
    compiled(tmp_path, contract(), "stripe")
    with pytest.raises(SystemExit) as refused:
        main(["--check", "--providers", str(tmp_path)])
    assert str(refused.value).count("the provider stripe has 2 contracts") == 2


def test_with_a_problem_nothing_is_written(tmp_path: Path) -> None:
    compiled(tmp_path / "private", contract({"timeout": "51s"}))
    with pytest.raises(SystemExit, match=r"actions\.order\.timeout: must be"):
        main(["--to", str(tmp_path / "catalogue"), "--providers", str(tmp_path / "private")])
    assert not (tmp_path / "catalogue").exists()


def test_a_folder_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="nowhere is no folder"):
        main(["--check", "--providers", str(tmp_path / "nowhere")])


def test_the_version_follows_what_the_action_does(tmp_path: Path) -> None:
    def version(name: str, changes: dict[str, object]) -> str:
        action = compiled(tmp_path / name, contract(changes)).providers["shop"]["actions"]["order"]
        return str(action["contract_version"])

    assert len(version("plain", {})) == 12
    assert version("same", {"description": "Said otherwise."}) == version("equal", {})
    assert version("slower", {"timeout": "20s"}) != version("other", {})


def test_an_actions_entries_win_over_its_providers(tmp_path: Path) -> None:
    rules = [{"statuses": [status], "outcome": "not_applied"} for status in (409, 503)]
    changes = {
        "timeout": "20s",
        "max_attempts": 3,
        "idempotency": PROMISE,
        "outcomes": {"rules": rules[:1], "remote_id": "id", "error_code": "code"},
        "actions.order.timeout": "5s",
        "actions.order.idempotency": "none",
        "actions.order.outcomes": {"rules": rules[1:], "remote_id": "order.id"},
        "actions.order.lookup": LOOKUP,
    }
    action = compiled(tmp_path, contract(changes)).providers["shop"]["actions"]["order"]
    assert (action["timeout"], action["max_attempts"], action["time_budget"]) == (5_000, 3, 86_400_000)
    assert action["key"] is None
    assert action["outcomes"] == {"rules": rules[::-1], "remote_id": "order.id", "error_code": "code"}
    assert action["lookup"]["max_processing"] is None


def test_fields_keep_their_order(tmp_path: Path) -> None:
    compiled(tmp_path / "private", contract())
    main(["--to", str(tmp_path / "catalogue"), "--providers", str(tmp_path / "private")])
    action = json.loads((tmp_path / "catalogue" / "shop.json").read_text())["actions"]["order"]
    assert list(action["input_schema"]["properties"]) == ["sku", "note"]


def test_anchors_share_parts_of_a_contract(tmp_path: Path) -> None:
    text = yaml.safe_dump(contract(), sort_keys=False).replace("idempotency: none", "idempotency: &promise {a: 1}")
    catalog = compiled(tmp_path, text.replace("request:", "idempotency: {<<: *promise, b: 2}\n    request:"))
    assert (
        Problem(
            str(tmp_path / "shop" / "contract.yaml"),
            "actions.order.idempotency",
            "Additional properties are not allowed ('a', 'b' were unexpected)",
        )
        in catalog.problems
    )
