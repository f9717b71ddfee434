"""Make: a custom app in the layout of local development, which the VS Code extension deploys."""

from collections.abc import Iterator
from pathlib import Path

from connectors.packages.catalogue import Catalogue
from connectors.packages.files import File, json_file, static_files
from connectors.platforms.make.app import components, groups, manifest
from connectors.platforms.make.base import BASE


def emit(catalogue: Catalogue) -> Iterator[File]:
    """The app's files."""
    all_components = components(catalogue)
    yield from static_files(Path(__file__).parent / "static")
    yield json_file("makecomapp.json", manifest(all_components))
    yield json_file("general/base.iml.json", BASE)
    yield json_file("general/common.json", {})
    yield json_file("modules/groups.json", groups(catalogue))
    for component in all_components:
        yield from component.files()
