"""The catalogue as platforms see it, and what is done to a folder of packages."""

import json
from pathlib import Path

import pytest

from connectors.contracts.catalog import compile_catalog
from connectors.contracts.compiling import Document
from connectors.contracts.discovery import PROVIDERS
from connectors.packages.catalogue import SameId, catalogue_of
from connectors.packages.writing import differences, write_tree

TREE = {"tool/a.json": b"1", "tool/.ignore": b"2", "tool/src/b.ts": b"3"}


@pytest.fixture
def compiled() -> dict[str, Document]:
    """The project's own contracts."""
    return compile_catalog([PROVIDERS]).providers


def test_what_nobody_calls_is_in_no_catalogue(compiled: dict[str, Document]) -> None:
    catalogue = catalogue_of(compiled)
    assert "oncestep" in compiled
    assert "oncestep" not in {provider.name for provider in catalogue.providers}
    assert "stripe.create_refund" in {action.full_name for action in catalogue.actions}


def test_two_actions_that_platforms_could_not_tell_apart_are_refused(compiled: dict[str, Document]) -> None:
    other = json.loads(json.dumps(compiled["mail"]).replace('"mail"', '"mail_send"'))
    other["actions"] = {"all": {**other["actions"]["send"], "name": "all"}}
    mail = json.loads(json.dumps(compiled["mail"]))
    mail["actions"]["send_all"] = {**mail["actions"]["send"], "name": "send_all"}
    with pytest.raises(SameId, match=r"mail\.send_all and mail_send\.all are both mail_send_all"):
        catalogue_of({"mail": mail, "mail_send": other})


def test_a_folder_holds_just_what_was_made_but_for_hidden_files_and_builds(tmp_path: Path) -> None:
    kept = [tmp_path / "tool/.account", tmp_path / "tool/node_modules/x.js", tmp_path / "other/c.json"]
    for file in [*kept, tmp_path / "tool/stale.json"]:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    assert list(differences(TREE, tmp_path, ["tool"])) == [
        "tool/.ignore: is missing",
        "tool/a.json: is missing",
        "tool/src/b.ts: is missing",
        "tool/stale.json: nothing makes it",
    ]
    write_tree(TREE, tmp_path, ["tool"])
    assert list(differences(TREE, tmp_path, ["tool"])) == []
    assert all(file.exists() for file in kept)
    (tmp_path / "tool/a.json").write_text("changed")
    assert list(differences(TREE, tmp_path, ["tool"])) == ["tool/a.json: differs"]
