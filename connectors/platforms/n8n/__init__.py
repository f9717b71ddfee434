"""The package for n8n: nodes in TypeScript as they lie in `static/`, and the catalogue that they are shown from."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from connectors.packages import words
from connectors.packages.catalogue import Action, Catalogue, Provider
from connectors.packages.files import File, static_files, text_file

_TAB = "\t"
HERE = Path(__file__).parent
LICENCE = HERE.parents[2] / "LICENSE"
LINT = "import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n"
"""Without the notice: n8n's strict mode wants this file as its own template has it."""

HELP = {
    "address": words.ADDRESS_HELP,
    "apiKey": words.API_KEY_HELP,
    "key": words.KEY_HELP,
    "runAgain": words.RUN_AGAIN_HELP,
    "connection": words.CONNECTION_HELP,
    "correlationId": words.CORRELATION_HELP,
    "sourceEvent": words.SOURCE_HELP,
    "callbackUrl": words.CALLBACK_HELP,
}


def emit(catalogue: Catalogue) -> Iterator[File]:
    """All files of the package."""
    yield from static_files(HERE / "static")
    yield File("LICENSE", LICENCE.read_bytes())
    yield File("eslint.config.mjs", LINT.encode())
    yield text_file("nodes/shared/help.ts", _help())
    yield text_file("nodes/Oncestep/catalogue.ts", _catalogue(catalogue))


def _help() -> str:
    return f"export const help = {json.dumps(HELP, indent=_TAB)};\n"


def _catalogue(catalogue: Catalogue) -> str:
    providers = json.dumps([_provider(provider) for provider in catalogue.providers], indent=_TAB, ensure_ascii=False)
    return (
        "import type { Provider } from '../shared/catalogueTypes';\n\n"
        f"export const providers: Provider[] = {providers};\n"
    )


def _provider(provider: Provider) -> dict[str, Any]:
    return {
        "provider": provider.name,
        "title": provider.title,
        "description": provider.description,
        "actions": [_action(action) for action in provider.actions],
    }


def _action(action: Action) -> dict[str, Any]:
    return {
        "action": action.name,
        "title": action.title,
        "description": action.description,
        "help": action.help,
        "input_schema": action.input_schema,
    }
