"""Compiles every contract into the catalogue that the engine reads: `python -m connectors.compile --to DIR`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from connectors.contracts.catalog import Catalog, compile_catalog
from connectors.contracts.discovery import add_providers, provider_folders
from connectors.contracts.writing import ForeignFiles, write_catalog


def main(arguments: Sequence[str] | None = None) -> None:
    """Compile or check; with any problem exit with status 1, all problems on stderr and nothing written."""
    options = _parser().parse_args(arguments)
    catalog = _compiled([*provider_folders(os.environ), *options.providers])
    if catalog.problems:
        sys.exit("\n".join(map(str, catalog.problems)))
    if not options.check:
        _write(catalog, options.to)


def _compiled(folders: Sequence[Path]) -> Catalog:
    try:
        return compile_catalog(folders)
    except NotADirectoryError as error:
        sys.exit(str(error))


def _write(catalog: Catalog, folder: Path) -> None:
    try:
        write_catalog(catalog.providers, folder)
    except ForeignFiles as error:
        sys.exit(str(error))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m connectors.compile", description=__doc__)
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--to", type=Path, metavar="DIR", help="write one JSON file per provider into this folder")
    task.add_argument("--check", action="store_true", help="only check the contracts")
    add_providers(parser)
    return parser


if __name__ == "__main__":
    main()
