"""The example in docs/adding-a-provider.md passes the conformance suite, and the page explains every field."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from connectors.contracts.structure import SCHEMA

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-provider.md").read_text("utf-8")
EXPLAINED = ("key_promise", "auth", "outcomes", "rule", "action", "request", "lookup", "lookup_rule", "input")


def test_the_example_passes_the_conformance_suite(tmp_path: Path) -> None:
    shop = tmp_path / "shop"
    (shop / "fixtures").mkdir(parents=True)
    (shop / "contract.yaml").write_text(_block("yaml"), "utf-8")
    (shop / "fixtures" / "create_order.json").write_text(_block("json"), "utf-8")
    suite = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/connectors/test_contracts.py"]
    run = subprocess.run(
        [*suite, "-k", "shop or valid"],
        cwd=ROOT,
        env={**os.environ, "ONCESTEP_PROVIDERS": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert re.search(r"^(\d\d) passed, \d+ deselected", run.stdout, re.MULTILINE), run.stdout


def test_every_field_is_explained() -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    fields = set(schema["properties"])
    for name in EXPLAINED:
        fields |= set(schema["$defs"][name]["properties"])
    assert {field for field in fields if f"`{field}`" not in PAGE} == set()


def _block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]
