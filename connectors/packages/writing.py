"""Writes packages, or says where those on disk differ from what would be written."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from connectors.packages.files import NOT_SHIPPED

Tree = Mapping[str, bytes]
"""Files by their path below the folder of all packages."""


def write_tree(tree: Tree, folder: Path, platforms: list[str]) -> None:
    """Make the platforms' folders hold exactly these files; hidden ones and what builds have left in them stay."""
    for path in (path for path in _present(folder, platforms).keys() - tree.keys() if not _is_hidden(path)):
        (folder / path).unlink()
    for path, content in tree.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def differences(tree: Tree, folder: Path, platforms: list[str]) -> Iterator[str]:
    """One line for each file that is missing, changed or left over."""
    present = _present(folder, platforms)
    for path in sorted(tree.keys() | present.keys()):
        if path not in present:
            yield f"{path}: is missing"
        elif path not in tree and not _is_hidden(path):
            yield f"{path}: nothing makes it"
        elif path in tree and present[path] != tree[path]:
            yield f"{path}: differs"


def _is_hidden(path: str) -> bool:
    """Such as the account that a vendor's tool has noted in the folder."""
    return path.rpartition("/")[2].startswith(".")


def _present(folder: Path, platforms: list[str]) -> dict[str, bytes]:
    files = (path for name in platforms for path in (folder / name).rglob("*") if path.is_file())
    found = ((path.relative_to(folder), path) for path in files)
    return {place.as_posix(): path.read_bytes() for place, path in found if not NOT_SHIPPED & set(place.parts)}
