"""`sam build`, as `make up` calls it: for this machine, with contracts of one's own."""

import os
from pathlib import Path
from shutil import copytree

import pytest

from cli.local.deployment import build
from cli.local.places import ROOT, Places

PROVIDERS = ROOT / "connectors/providers"


def test_contracts_of_one_s_own_are_deployed_beside_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, provider in (("first", "letters"), ("second", "parcels")):
        copytree(PROVIDERS / "mail", tmp_path / folder / provider)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ONCESTEP_PROVIDERS", os.pathsep.join(("first", str(tmp_path / "second"))))
    places = Places(tmp_path / "stack")
    build(places)
    compiled = {file.stem for file in places.build.glob("CoreLayer/python/oncestep_catalog/*.json")}
    assert compiled == {"letters", "parcels"} | {folder.name for folder in PROVIDERS.iterdir() if folder.is_dir()}
