"""The layers hold what the functions import, from the pins that the tests ran with, and the gate looks at that."""

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.utils import canonicalize_name

from cli.local.environment import clean_environment

ROOT = Path(__file__).parents[2]
PINS = ROOT / "requirements" / "runtime.txt"
SOURCES = [*ROOT.glob("layers/core/python/**/*.py"), *ROOT.glob("functions/*/app.py")]
OURS = {"oncestep", "oncestep_catalog"}
FOR_OTHERS = {"dynamodb", "sts"}
"""The services that PynamoDB and the SDK itself call."""


def would_run(*arguments: str) -> list[str]:
    """What `make` would do, line by line."""
    command = ["make", "--dry-run", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=clean_environment(), check=True, capture_output=True, text=True)
    return done.stdout.replace("\\\n", " ").splitlines()


def imports(tree: ast.AST) -> Iterator[str]:
    """The top-level packages that code imports when it runs, so not those that only the type checker reads."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                yield from (each.name.partition(".")[0] for each in names)
            case ast.ImportFrom(module=str(module)):
                yield module.partition(".")[0]
            case _:
                yield from imports(node)


def test_the_layer_is_installed_from_the_pins_of_the_functions_and_from_nothing_else() -> None:
    lines = would_run("-f", "layers/deps/Makefile", "build-DepsLayer", "ARTIFACTS_DIR=/layer", "ONCESTEP_BUILD=local")
    (install,) = [shlex.split(line) for line in lines if "pip install" in line]
    assert install[install.index("install") + 1 :] == [
        *("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"),
        *("--python", ".local/emulator/bin/python", "--target", "/layer/python"),
        *("--requirements", str(PINS.relative_to(ROOT))),
    ]


def test_everything_that_the_functions_import_is_in_the_layer() -> None:
    imported = {name for file in SOURCES for name in imports(ast.parse(file.read_text()))}
    packages = packages_distributions()
    third_party = imported - OURS - sys.stdlib_module_names
    needed = {canonicalize_name(packages[name][0]) for name in third_party}
    assert needed <= set(re.findall(r"^([\w.-]+)==", PINS.read_text(), re.MULTILINE))


def test_the_layer_keeps_the_descriptions_of_the_services_that_are_called_and_of_no_others() -> None:
    called = {name for file in SOURCES for name in re.findall(r"""\bclient\("(\w+)\"""", file.read_text())}
    (kept,) = re.findall(r"^SERVICES := (.*)$", (ROOT / "layers" / "deps" / "Makefile").read_text(), re.MULTILINE)
    assert set(kept.split()) == called | FOR_OTHERS


def test_make_check_holds_the_rules_of_this_folder() -> None:
    assert ".venv/bin/pytest --quiet tests/architecture" in would_run("check")
