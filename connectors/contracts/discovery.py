"""Finds contracts: one folder per provider, named as the provider, with a contract.yaml in it.

Private contracts live in folders of their own, which ONCESTEP_PROVIDERS names (separated as in PATH).
"""

import os
import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FILE_NAME = "contract.yaml"
PROVIDERS = Path(__file__).parent.parent / "providers"
VARIABLE = "ONCESTEP_PROVIDERS"
PROVIDER_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Source:
    """A provider's folder."""

    provider: str
    folder: Path

    @property
    def contract(self) -> Path:
        return self.folder / FILE_NAME

    @property
    def fixtures(self) -> Path:
        return self.folder / "fixtures"


def provider_folders(environment: Mapping[str, str]) -> list[Path]:
    """The project's own folder of providers, and the private ones."""
    private = environment.get(VARIABLE, "").split(os.pathsep)
    return [PROVIDERS, *(Path(folder) for folder in private if folder)]


def add_providers(parser: ArgumentParser) -> None:
    """The option `--providers`, for further folders."""
    parser.add_argument(
        "--providers",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help=f"a further folder of contracts (DIR/NAME/contract.yaml); may be repeated, or named in {VARIABLE}",
    )


def sources(folders: Iterable[Path]) -> Iterator[Source]:
    """Every provider's folder below these, by name.

    Raises:
        NotADirectoryError: one of the folders is none.

    """
    for folder in folders:
        if not folder.is_dir():
            raise NotADirectoryError(f"{folder} is no folder")
        for contract in sorted(folder.glob(f"*/{FILE_NAME}")):
            yield Source(contract.parent.name, contract.parent)
