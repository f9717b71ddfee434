"""Writes the catalogue: one JSON file per provider, the same bytes for the same contracts."""

import json
from collections.abc import Mapping
from pathlib import Path

from connectors.contracts.compiling import Document


class ForeignFiles(Exception):
    """The folder holds other things than a catalogue, so nothing in it was touched."""


def write_catalog(providers: Mapping[str, Document], folder: Path) -> None:
    """Make the folder hold exactly these providers.

    Raises:
        ForeignFiles: it holds something that no catalogue has.

    """
    folder.mkdir(parents=True, exist_ok=True)
    present = set(folder.iterdir())
    _refuse_foreign(folder, present)
    wanted = {folder / f"{name}.json": document for name, document in providers.items()}
    for stale in present - wanted.keys():
        stale.unlink()
    for path, document in wanted.items():
        path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _refuse_foreign(folder: Path, present: set[Path]) -> None:
    foreign = sorted(path.name for path in present if path.suffix != ".json" or not path.is_file())
    if foreign:
        raise ForeignFiles(f"{folder} is no catalogue, it holds {', '.join(foreign)}; name another folder")
