"""The pinned requirements are those that the .in files ask for, each with its hashes."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

FOLDER = Path(__file__).parents[2] / "requirements"
SETS = sorted(path.stem for path in FOLDER.glob("*.in"))
PIN = re.compile(
    r"""
    ^(?P<name>[\w.-]+) (?:\[.*?\])? == (?P<version>[^\s;]+)
    (?P<rest>.*\n (?:\ .*\n)*)
    """,
    re.MULTILINE | re.VERBOSE,
)


def asked_for(name: str) -> dict[NormalizedName, Requirement]:
    """The requirements of an .in file, with those of the files that it includes."""
    found: dict[NormalizedName, Requirement] = {}
    for line in (FOLDER / f"{name}.in").read_text().splitlines():
        if line.startswith("-r "):
            found |= asked_for(Path(line.removeprefix("-r ")).stem)
        elif line and not line.startswith(("#", "-")):
            requirement = Requirement(line)
            found[canonicalize_name(requirement.name)] = requirement
    return found


def pins(name: str) -> list[re.Match[str]]:
    return list(PIN.finditer((FOLDER / f"{name}.txt").read_text()))


@pytest.mark.parametrize("name", SETS)
def test_every_requirement_is_pinned_to_a_version_that_fits(name: str) -> None:
    versions = {canonicalize_name(pin["name"]): pin["version"] for pin in pins(name)}
    for package, requirement in asked_for(name).items():
        assert requirement.specifier.contains(versions[package]), package


@pytest.mark.parametrize("name", SETS)
def test_nothing_is_pinned_that_is_no_longer_asked_for(name: str) -> None:
    direct = {canonicalize_name(pin["name"]) for pin in pins(name) if "-r requirements/" in pin["rest"]}
    assert direct == set(asked_for(name))


@pytest.mark.parametrize("name", SETS)
def test_every_pin_has_hashes(name: str) -> None:
    assert [pin["name"] for pin in pins(name) if "--hash=sha256:" not in pin["rest"]] == []


def test_tests_run_with_the_packages_that_the_functions_get() -> None:
    developed = {pin["name"]: pin["version"] for pin in pins("dev")}
    assert {pin["name"]: developed[pin["name"]] for pin in pins("runtime")} == {
        pin["name"]: pin["version"] for pin in pins("runtime")
    }
