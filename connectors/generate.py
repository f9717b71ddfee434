"""Writes the platforms' packages: `python -m connectors.generate [--check] [--platform NAME] [--to DIR]`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from connectors.contracts.catalog import compile_catalog
from connectors.contracts.discovery import add_providers, provider_folders
from connectors.packages.catalogue import Catalogue, SameId, catalogue_of
from connectors.packages.platforms import platform, platform_names
from connectors.packages.writing import Tree, differences, write_tree

GENERATED = Path(__file__).parent / "generated"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write or check; with any problem exit with status 1, all problems on stderr and nothing written."""
    options = _parser().parse_args(arguments)
    platforms = options.platform or platform_names()
    tree = packages(_catalogue([*provider_folders(os.environ), *options.providers]), platforms)
    if not options.check:
        write_tree(tree, options.to, platforms)
        return
    stale = list(differences(tree, options.to, platforms))
    if stale:
        sys.exit("\n".join([*stale, "run `make connectors` and commit what it writes"]))


def packages(catalogue: Catalogue, platforms: Sequence[str]) -> Tree:
    """The files of these platforms' packages, by path: `PLATFORM/FILE`."""
    return {f"{name}/{file.path}": file.content for name in platforms for file in platform(name).emit(catalogue)}


def _catalogue(folders: Sequence[Path]) -> Catalogue:
    try:
        compiled = compile_catalog(folders)
    except NotADirectoryError as error:
        sys.exit(str(error))
    if compiled.problems:
        sys.exit("\n".join(map(str, compiled.problems)))
    try:
        return catalogue_of(compiled.providers)
    except SameId as error:
        sys.exit(str(error))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m connectors.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what differs from what is there")
    parser.add_argument("--to", type=Path, default=GENERATED, metavar="DIR", help="a folder for the packages")
    parser.add_argument("--platform", action="append", choices=platform_names(), help="this one only; may be repeated")
    add_providers(parser)
    return parser


if __name__ == "__main__":
    main()
