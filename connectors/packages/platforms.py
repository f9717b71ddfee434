"""Finds the platforms: one package per folder of connectors/platforms, with `emit(catalogue)`."""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from connectors.packages.catalogue import Catalogue
from connectors.packages.files import File

PLATFORMS = Path(__file__).parent.parent / "platforms"


class Platform(Protocol):
    """What a platform's folder offers."""

    def emit(self, catalogue: Catalogue) -> Iterable[File]:
        """All files of the package, for these providers."""


def platform_names() -> list[str]:
    """The names of all platforms."""
    return sorted(file.parent.name for file in PLATFORMS.glob("*/__init__.py"))


def platform(name: str) -> Platform:
    """The platform in the folder of that name."""
    return cast("Platform", import_module(f"connectors.platforms.{name}"))
