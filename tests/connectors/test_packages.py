"""What holds for every platform's package, whichever it is: nothing in a platform knows a provider, or a registry."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from connectors.contracts.discovery import VARIABLE
from connectors.generate import GENERATED, main
from connectors.packages.catalogue import Field
from connectors.packages.files import NOT_SHIPPED
from connectors.packages.platforms import PLATFORMS, platform_names
from tests.connectors.private_contract import PRIVATE, whole_catalogue

ROOT = Path(__file__).parents[2]
MEAN_SOMETHING_ELSE_TOO = {"http", "mail"}
"""Providers' names that are words of every platform; their actions' names are looked for all the same."""

REGISTRIES = re.compile(rb"https?://[\w.-]*registry|\"resolved\"")
each_platform = pytest.mark.parametrize("platform", platform_names())


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All packages, with private contracts."""
    folder = tmp_path_factory.mktemp("packages")
    main(["--providers", str(PRIVATE), "--to", str(folder)])
    return folder


@each_platform
def test_the_actions_and_fields_of_a_private_contract_are_in_the_package(written: Path, platform: str) -> None:
    text = "\n".join(file.read_text("utf-8", errors="ignore") for file in _files(written / platform))
    private = [action for action in whole_catalogue().actions if action.provider == "depot"]
    assert len(private) == 2
    for action in private:
        assert action.title in text
        for field in action.fields:
            assert field.title in text, field.name
            assert _shown(field) in text, field.name


@each_platform
def test_a_platform_s_folder_names_no_provider(platform: str) -> None:
    forbidden = re.compile("|".join(_names()), re.IGNORECASE)
    for file in _files(PLATFORMS / platform):
        found = forbidden.search(file.read_text("utf-8", errors="ignore"))
        assert found is None, f"{file}: {found}"


@each_platform
def test_the_committed_package_is_in_step(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    main(["--check", "--platform", platform])


@each_platform
def test_what_is_committed_names_no_registry(platform: str) -> None:
    folders = (GENERATED / platform, PLATFORMS / platform, ROOT / "requirements" / "node" / platform)
    for file in (file for folder in folders for file in _files(folder)):
        assert REGISTRIES.search(file.read_bytes()) is None, file


def test_packages_are_the_same_whoever_writes_them(written: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "connectors.generate", "--providers", str(PRIVATE), "--to", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "1842"}, check=True)
    assert _tree(tmp_path) == _tree(written)


def _names() -> Iterator[str]:
    """How a provider or one of its actions may be written."""
    for provider in whole_catalogue().providers:
        if provider.name not in MEAN_SOMETHING_ELSE_TOO:
            yield rf"\b{provider.name}(?![a-z])"
    for action in whole_catalogue().actions:
        yield rf"\b{action.provider}[._/-]?{action.name.replace('_', '[._/-]?')}\b"


def _shown(field: Field) -> str:
    """A text of the field that needs no quoting in any language."""
    return field.description.partition("'")[0]


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not NOT_SHIPPED & set(path.parts):
            yield path


def _tree(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in _files(folder)}
