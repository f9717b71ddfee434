"""A connection's rules in a file of YAML or JSON: read and checked before anything is stored."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from connectors.contracts.catalog import compile_catalog
from connectors.contracts.discovery import provider_folders
from connectors.contracts.reading import UnreadableContract, read_contract
from oncestep.adapters.compiled_action import action_of
from oncestep.adapters.connection_rules import InvalidRules, rules_in
from oncestep.domain.connection_rules import ConnectionRules
from oncestep.domain.contract import Action

RulesFile = Annotated[
    Path | None,
    typer.Option("--rules", help="A YAML or JSON file with what you know of the API; see docs/http-connections.md."),
]


def read_rules(path: Path) -> dict[str, Any]:
    """The rules as they are stored; their form and meaning are not checked yet.

    Raises:
        typer.BadParameter: the file holds no mapping.

    """
    try:
        return read_contract(path)
    except UnreadableContract as error:
        raise typer.BadParameter(f"--rules {path}: {error}") from error


def checked_rules(document: object, credentials: list[str], place: str) -> ConnectionRules | None:
    """The rules as the functions will follow them; `place` says where they come from.

    Raises:
        typer.BadParameter: naming every wrong place, one a line.

    """
    try:
        return rules_in(document, credentials)
    except InvalidRules as error:
        listed = "\n".join(": ".join(part for part in problem if part) for problem in error.problems)
        raise typer.BadParameter(f"{place} cannot be followed\n{listed}") from error


def ruled_action(provider: str) -> Action:
    """The action of a provider whose connections bring rules.

    Raises:
        typer.BadParameter: the provider has a contract that knows the API itself, or there is no such provider.

    """
    compiled = compile_catalog(provider_folders(os.environ)).providers.get(provider)
    actions = [action_of(action) for action in compiled["actions"].values()] if compiled else []
    for action in actions:
        if action.takes_rules:
            return action
    raise typer.BadParameter(
        f"connections of {provider!r} take no rules: its contract says what is known of the API; use the provider http"
        if actions
        else f"there is no provider {provider!r}"
    )
