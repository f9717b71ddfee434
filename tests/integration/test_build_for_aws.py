"""`sam build`, as `make build` calls it: layers for arm64 and Python 3.13, without Docker."""

import struct
import subprocess
from pathlib import Path

import pytest

from cli.local.environment import clean_environment
from cli.local.places import ROOT, tool

AARCH64 = 0xB7
CHECKED_HASH = 0b11
MAGIC_OF_3_13 = 3571


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build folder."""
    folder = tmp_path_factory.mktemp("build")
    command = [tool("sam", "sam"), "build", "--build-dir", str(folder), "--cache-dir", str(folder / "cache")]
    environment = clean_environment(SAM_CLI_TELEMETRY="0")
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=300)
    return folder


def test_every_native_library_of_the_layer_is_for_arm64(built: Path) -> None:
    libraries = list(built.glob("DepsLayer/python/**/*.so"))
    machines = {struct.unpack_from("<H", library.read_bytes(), 18)[0] for library in libraries}
    assert libraries
    assert machines == {AARCH64}


def test_the_bytecode_is_checked_by_hash_and_made_by_the_runtimes_python(built: Path) -> None:
    """Where the machine has a Python 3.13; else the build warns, and there is none."""
    found = subprocess.run(
        [str(ROOT / "layers" / "runtime-python"), "3.13"],
        cwd=ROOT,
        env=clean_environment(),
        check=False,
        capture_output=True,
    )
    bytecode = [*built.glob("DepsLayer/python/**/*.pyc"), *built.glob("CoreLayer/python/**/*.pyc")]
    headers = {(int.from_bytes(file.read_bytes()[:2], "little"), file.read_bytes()[4]) for file in bytecode}
    assert headers == ({(MAGIC_OF_3_13, CHECKED_HASH)} if found.returncode == 0 else set())


def test_the_layer_has_the_code_and_the_compiled_contracts(built: Path) -> None:
    core = built / "CoreLayer" / "python"
    providers = {folder.name for folder in (ROOT / "connectors" / "providers").iterdir() if folder.is_dir()}
    assert {file.stem for file in core.glob("oncestep_catalog/*.json")} == providers
    assert (core / "oncestep" / "domain" / "states.py").exists()
