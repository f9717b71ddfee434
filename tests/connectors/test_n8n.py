"""The package for n8n as it is written: whole, fit to be verified, and ignorant of providers."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import connectors.platforms.n8n as platform
from connectors.packages import words
from tests.connectors.private_contract import whole_catalogue

EXAMPLES = Path(__file__).parents[2] / "docs/connectors/n8n"
ALLOWED_IMPORTS = {"n8n-workflow", "crypto", "luxon"}
UNSTABLE = ["$execution.id", "$now", "customData", "Math.random", "randomUUID"]
"""What changes with each retry: a key must hold none of it."""


@pytest.fixture(scope="module")
def files() -> Mapping[str, str]:
    """The package with private actions, by path."""
    return {file.path: file.content.decode() for file in platform.emit(whole_catalogue())}


@pytest.fixture(scope="module")
def package(files: Mapping[str, str]) -> dict[str, Any]:
    """Its `package.json`."""
    read: dict[str, Any] = json.loads(files["package.json"])
    return read


def static_texts() -> Iterator[tuple[str, str]]:
    """What is the same for every catalogue."""
    folder = Path(platform.__file__).parent
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix(), path.read_text("utf-8")


def test_every_action_is_in_the_package_as_the_catalogue_has_it(files: Mapping[str, str]) -> None:
    text = files["nodes/Oncestep/catalogue.ts"].partition("Provider[] = ")[2].rstrip().removesuffix(";")
    found = [
        (f"{provider['provider']}.{action['action']}", action["input_schema"])
        for provider in json.loads(text)
        for action in provider["actions"]
    ]
    assert found == [(action.full_name, action.input_schema) for action in whole_catalogue().actions]


def test_the_platform_knows_no_provider_by_name() -> None:
    names = {provider.name for provider in whole_catalogue().providers} - {"http", "mail"}
    for path, text in static_texts():
        assert not [name for name in names if re.search(rf"\b{name}\b", text, re.IGNORECASE)], path


def test_builders_read_the_words_that_all_tools_have(files: Mapping[str, str]) -> None:
    for text in (words.KEY_HELP, words.RUN_AGAIN_HELP, words.CONNECTION_HELP, words.API_KEY_HELP):
        assert text in files["nodes/shared/help.ts"]


def test_it_is_named_licensed_and_described_as_verification_wants(package: dict[str, Any]) -> None:
    assert package["name"].startswith("n8n-nodes-")
    assert package["license"] == "MIT"
    assert "n8n-community-node-package" in package["keywords"]
    assert package["author"]["name"]
    assert package["n8n"]["strict"] is True


def test_it_brings_nothing_along_and_runs_nothing_when_installed(package: dict[str, Any]) -> None:
    assert "dependencies" not in package
    assert "overrides" not in package
    assert package["peerDependencies"] == {"n8n-workflow": "*"}
    assert package["scripts"].keys() == {"build", "lint", "release"}


def test_what_it_registers_is_there(files: Mapping[str, str], package: dict[str, Any]) -> None:
    for path in (*package["n8n"]["nodes"], *package["n8n"]["credentials"]):
        assert path.removeprefix("dist/").removesuffix(".js") + ".ts" in files


def test_it_imports_only_what_n8n_allows(files: Mapping[str, str]) -> None:
    for path, text in files.items():
        if path.endswith(".ts"):
            imported = set(re.findall(r"from '([^.'][^']*)'", text))
            assert imported <= ALLOWED_IMPORTS, path


def test_no_key_is_made_of_what_a_retry_changes(files: Mapping[str, str]) -> None:
    for path, text in files.items():
        if path.endswith(".ts"):
            assert not [name for name in UNSTABLE if name in text], path


@pytest.mark.parametrize("icon", ["icons/oncestep.svg", "icons/oncestep.dark.svg"])
def test_the_icons_are_square_pictures(files: Mapping[str, str], icon: str) -> None:
    left, top, width, height = ET.fromstring(files[icon]).attrib["viewBox"].split()  # noqa: S314 - our own
    assert (left, top) == ("0", "0")
    assert width == height


def test_the_licence_is_the_project_s(files: Mapping[str, str]) -> None:
    assert files["LICENSE"].startswith("MIT License")


def test_strict_mode_finds_its_own_configuration_unchanged(files: Mapping[str, str]) -> None:
    assert files["eslint.config.mjs"].startswith("import { config } from '@n8n/node-cli/eslint';")


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_the_examples_are_filled_in_with_fields_that_there_are(example: Path) -> None:
    actions = {(action.provider, action.name): action for action in whole_catalogue().actions}
    for node in json.loads(example.read_text())["nodes"]:
        if node["type"] == "n8n-nodes-oncestep.oncestep":
            filled = node["parameters"]
            fields = actions[filled["resource"], filled["operation"]].fields
            required = {f"input_{field.name}" for field in fields if field.required}
            assert required == {name for name in filled if name.startswith("input_")}
            assert filled["eventId"] == "={{ $('Order').item.json.id }}"


def test_the_page_for_builders_says_what_each_failure_means(files: Mapping[str, str]) -> None:
    page = (EXAMPLES.parent / "n8n.md").read_text()
    codes = set(re.findall(r"code: '(\w+)'", files["nodes/shared/failures.ts"]))
    assert {code for code in codes if f"`{code}`" not in page} <= {"in_flight"}
    assert len(codes) > 10
