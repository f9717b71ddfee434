"""Tells whether what is deployed is what lies in the working tree."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

_DEPLOYED = ("template.yaml", "functions", "layers", "connectors", "requirements/runtime.txt")


def digest(root: Path, providers: Iterable[Path] = ()) -> str:
    """One SHA-256 over the paths and bytes of everything that a deployment is made from, private providers included."""
    total = hashlib.sha256()
    for top in (*(root / name for name in _DEPLOYED), *providers):
        for path in sorted(_files(top)):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{path.relative_to(top.parent)} {content}\n".encode())
    return total.hexdigest()


def _files(top: Path) -> Iterator[Path]:
    found = [top] if top.is_file() else top.rglob("*")
    yield from (path for path in found if path.is_file() and "__pycache__" not in path.parts)
