"""The Zapier app as it is written: whole, and ignorant of providers. How it runs is tested by Zapier's own core."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import connectors.platforms.zapier as platform
from connectors.packages.catalogue import Action
from tests.connectors.private_contract import whole_catalogue

KEY = re.compile(r"[a-zA-Z]+[a-zA-Z0-9_]*")
COMMON_HELP = (
    "Map the ID of the record that started this run, such as the order ID. "
    "The same key never runs the action twice. Never a random or time value."
)


@pytest.fixture(scope="module")
def files() -> Mapping[str, str]:
    """The app with private actions, by path."""
    return {file.path: file.content.decode() for file in platform.emit(whole_catalogue())}


@pytest.fixture(scope="module")
def entries(files: Mapping[str, str]) -> list[dict[str, Any]]:
    """What the app knows of the catalogue."""
    text = files["catalog.js"].partition("module.exports = ")[2].rstrip().removesuffix(";")
    read: list[dict[str, Any]] = json.loads(text)
    return read


def static_texts() -> Iterator[tuple[str, str]]:
    """What is the same for every catalogue."""
    folder = Path(platform.__file__).parent
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix(), path.read_text("utf-8")


def test_every_action_is_in_the_app_as_the_catalogue_has_it(entries: list[dict[str, Any]]) -> None:
    wanted = [(action.full_name, action.input_schema) for action in whole_catalogue().actions]
    assert [(f"{one['provider']}.{one['action']}", one["input_schema"]) for one in entries] == wanted


def test_every_action_has_a_key_that_zapier_takes_and_no_other_has(entries: list[dict[str, Any]]) -> None:
    keys = [f"{entry['provider']}_{entry['action']}" for entry in entries]
    assert all(KEY.fullmatch(key) for key in keys)
    assert len(set(keys)) == len(keys)


def test_an_entry_has_what_the_live_catalogue_has(entries: list[dict[str, Any]]) -> None:
    live = {"provider", "action", "title", "description", "help", "needs_connection", "input_schema", "samples"}
    assert all(live <= entry.keys() for entry in entries)


@pytest.mark.parametrize("action", whole_catalogue().actions, ids=lambda action: action.full_name)
def test_only_the_catalogue_knows_an_action(action: Action) -> None:
    for path, text in static_texts():
        for name in (action.full_name, action.id, action.path, f"'{action.provider}'", f'"{action.provider}"'):
            assert name not in text, path


def test_the_key_is_explained_in_the_words_that_all_platforms_use(files: Mapping[str, str]) -> None:
    assert COMMON_HELP in re.sub(r"' \+\s+'", "", files["lib/fields.js"])


def test_the_app_depends_on_one_exact_version_of_the_core_and_on_nothing_else(files: Mapping[str, str]) -> None:
    dependencies = json.loads(files["package.json"])["dependencies"]
    assert list(dependencies) == ["zapier-platform-core"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", dependencies["zapier-platform-core"])


def test_what_is_required_is_in_the_app(files: Mapping[str, str]) -> None:
    for path, text in files.items():
        for wanted in re.findall(r"require\('(\.[^']+)'\)", text):
            place = (Path("/app") / path).parent.joinpath(wanted).resolve().relative_to("/app").as_posix()
            assert place in files or f"{place}.js" in files, (path, wanted)
