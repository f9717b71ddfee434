"""The catalogue with a contract that is not the project's own, as a company adds one for its own API."""

import os
from functools import cache
from pathlib import Path

from connectors.contracts.catalog import compile_catalog
from connectors.contracts.discovery import provider_folders
from connectors.packages.catalogue import Catalogue, catalogue_of

PRIVATE = Path(__file__).parent / "private"
"""Contracts with a field of every kind."""


@cache
def whole_catalogue() -> Catalogue:
    """All contracts of the project and the private ones."""
    compiled = compile_catalog([*provider_folders(os.environ), PRIVATE])
    assert compiled.problems == (), compiled.problems
    return catalogue_of(compiled.providers)
