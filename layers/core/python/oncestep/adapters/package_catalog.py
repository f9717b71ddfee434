"""The compiled contracts, which the build puts into the package `oncestep_catalog`: one JSON file per provider."""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from oncestep.adapters.compiled_action import action_of
from oncestep.domain.contract import Action

PACKAGE = "oncestep_catalog"
_SUFFIX = ".json"


class PackageCatalog:
    """`Catalog`. A provider's file is read when the provider is first asked for, and then kept."""

    def __init__(self, folder: Traversable | None = None) -> None:
        self._files = dict(_files(files(PACKAGE) if folder is None else folder))
        self._providers: dict[str, Mapping[str, Action]] = {}

    def find(self, provider: str, action: str) -> Action | None:
        """The action, or None; see `Catalog`."""
        return self._provider(provider).get(action)

    def actions(self) -> Sequence[Action]:
        """All actions that callers may call; see `Catalog`. It reads every file."""
        actions = (action for provider in sorted(self._files) for action in self._provider(provider).values())
        return [action for action in actions if not action.internal]

    def _provider(self, name: str) -> Mapping[str, Action]:
        if name not in self._files:
            return {}
        if name not in self._providers:
            self._providers[name] = _actions(self._files[name])
        return self._providers[name]


def catalog_from(folder: Path) -> PackageCatalog:
    """The catalogue in a folder that `connectors.compile` wrote: for tests and tools."""
    return PackageCatalog(folder)


def _files(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    for file in folder.iterdir():
        if file.name.endswith(_SUFFIX):
            yield file.name.removesuffix(_SUFFIX), file


def _actions(file: Traversable) -> Mapping[str, Action]:
    document = json.loads(file.read_bytes())
    return {name: action_of(action) for name, action in sorted(document["actions"].items())}
