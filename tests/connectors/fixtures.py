"""Every provider's fixtures: what its contract must make of given input and of given evidence."""

import json
import os
from typing import Any, TypeAlias

import pytest

from connectors.contracts.catalog import compile_catalog
from connectors.contracts.discovery import Source, provider_folders, sources
from oncestep.adapters.compiled_action import action_of
from oncestep.domain.contract import Action

Case: TypeAlias = dict[str, Any]

SHARED = "every_action"
SOURCES = tuple(sources(provider_folders(os.environ)))
CATALOG = compile_catalog(provider_folders(os.environ))
ACTIONS = tuple(action_of(action) for provider in CATALOG.providers.values() for action in provider["actions"].values())


def fixtures_of(action: Action, kind: str) -> list[Case]:
    """The action's own cases and those of every action of its provider."""
    source = next(source for source in SOURCES if source.provider == action.provider)
    return [case for name in (action.name, SHARED) for case in _read(source, name).get(kind, [])]


def each_case(kind: str) -> pytest.MarkDecorator:
    """Run the test with `action` and `case`, for every case of that kind."""
    found = [(action, case) for action in ACTIONS for case in fixtures_of(action, kind)]
    ids = [f"{action.full_name}: {case['case']}" for action, case in found]
    return pytest.mark.parametrize(("action", "case"), found, ids=ids)


each_action = pytest.mark.parametrize("action", ACTIONS, ids=[action.full_name for action in ACTIONS])
each_lookup = pytest.mark.parametrize(
    ("action", "lookup"),
    [(action, action.lookup) for action in ACTIONS if action.lookup],
    ids=[action.full_name for action in ACTIONS if action.lookup],
)
each_source = pytest.mark.parametrize("source", SOURCES, ids=[source.provider for source in SOURCES])


def _read(source: Source, name: str) -> dict[str, list[Case]]:
    path = source.fixtures / f"{name}.json"
    content: dict[str, list[Case]] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return content
