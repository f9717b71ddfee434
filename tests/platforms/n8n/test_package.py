"""The package as n8n's own tools see it: it compiles, and neither the linter nor the scanner finds anything."""

import tarfile
from pathlib import Path

import pytest

from connectors.generate import packages
from connectors.packages.writing import write_tree
from tests.connectors.private_contract import whole_catalogue
from tests.platforms.n8n.engine import Engine
from tests.platforms.n8n.package import TOOLS, built, packed, run, tool

SCAN = Path(__file__).parent / "scan.mjs"


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built package with private actions in it."""
    folder = tmp_path_factory.mktemp("packages")
    write_tree(packages(whole_catalogue(), ["n8n"]), folder, ["n8n"])
    return built(folder / "n8n")


def test_the_linter_in_strict_mode_finds_nothing() -> None:
    tool("n8n-node", "lint", within=built())


def test_a_package_with_private_actions_is_as_clean(private: Path) -> None:
    tool("n8n-node", "lint", within=private)


def test_the_scanner_of_verified_packages_finds_nothing(tmp_path: Path) -> None:
    with tarfile.open(packed(built(), tmp_path)) as archive:
        archive.extractall(tmp_path, filter="data")
    said = run(["node", str(SCAN), str(built()), str(tmp_path / "package")], within=TOOLS)
    assert said.strip() == ""


def test_what_is_published_is_the_build_and_no_source(tmp_path: Path) -> None:
    with tarfile.open(packed(built(), tmp_path)) as archive:
        names = {Path(name).relative_to("package") for name in archive.getnames()}
    assert {name.parts[0] for name in names} == {"dist", "package.json", "README.md", "LICENSE"}
    assert {"oncestep.svg", "oncestep.dark.svg"} <= {name.name for name in names}
    assert not [name for name in names if name.suffix == ".ts"]


def test_the_nodes_are_there_under_the_names_that_workflows_use(engine: Engine) -> None:
    nodes = engine.ask("describe")["nodes"]
    assert nodes.keys() == {"n8n-nodes-oncestep.oncestep", "n8n-nodes-oncestep.oncestepTrigger"}
    assert nodes["n8n-nodes-oncestep.oncestep"]["usableAsTool"]
